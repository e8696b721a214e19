-- modes: streaming, batch
SELECT id, who, SUM(amount) OVER (PARTITION BY who ORDER BY ts ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS s FROM clicks;
