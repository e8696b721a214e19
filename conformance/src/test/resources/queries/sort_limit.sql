-- modes: streaming, batch
SELECT id, who, amount FROM clicks ORDER BY amount DESC, id LIMIT 5;
