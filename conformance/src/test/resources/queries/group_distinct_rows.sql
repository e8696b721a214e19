-- modes: streaming, batch
SELECT DISTINCT who, page FROM clicks;
