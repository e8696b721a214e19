-- modes: streaming, batch
SELECT id, who FROM clicks LIMIT 6;
