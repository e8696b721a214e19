-- modes: streaming, batch
SELECT window_start, window_end, COUNT(*) AS n, SUM(amount) AS total
FROM TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND)
GROUP BY window_start, window_end;
