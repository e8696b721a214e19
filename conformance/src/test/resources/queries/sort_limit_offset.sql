-- modes: streaming, batch
SELECT id, amount FROM clicks ORDER BY amount, id LIMIT 4 OFFSET 3;
