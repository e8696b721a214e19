-- modes: streaming, batch
SELECT who, SUM(amount) AS total FROM clicks GROUP BY who ORDER BY total DESC LIMIT 2;
