-- modes: streaming, batch
SELECT id, window_start, window_end, window_time
FROM HOP(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '20' SECOND)
WHERE amount > 20;
