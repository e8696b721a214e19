-- modes: streaming, batch
SELECT window_start, window_end, COUNT(*) AS n, SUM(amount) AS total
FROM CUMULATE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '1' MINUTE)
GROUP BY window_start, window_end;
