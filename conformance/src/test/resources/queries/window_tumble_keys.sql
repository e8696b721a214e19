-- modes: streaming, batch
SELECT window_start, who, COUNT(*) AS n, MIN(amount) AS lo, MAX(amount) AS hi, AVG(amount) AS mean
FROM TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '30' SECOND)
GROUP BY window_start, window_end, who;
