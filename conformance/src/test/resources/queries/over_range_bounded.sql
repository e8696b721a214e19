-- Streaming only: in batch mode Flink 2.3 generates code for it that does not compile.
SELECT id, page, amount, MAX(amount) OVER w AS hi, COUNT(*) OVER w AS n FROM clicks
WINDOW w AS (PARTITION BY page ORDER BY ts RANGE BETWEEN INTERVAL '15' SECOND PRECEDING AND CURRENT ROW);
