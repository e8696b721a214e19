-- modes: streaming, batch
SELECT window_start, window_end, COUNT(*) AS n, SUM(amount) AS total
FROM HOP(TABLE clicks, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '15' SECOND)
GROUP BY window_start, window_end;
