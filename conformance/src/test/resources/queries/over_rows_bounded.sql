-- modes: streaming, batch
SELECT id, who, amount, SUM(amount) OVER w AS s, COUNT(*) OVER w AS n FROM clicks
WINDOW w AS (PARTITION BY who ORDER BY ts ROWS BETWEEN 2 PRECEDING AND CURRENT ROW);
