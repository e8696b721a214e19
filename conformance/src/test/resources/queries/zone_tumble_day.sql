-- modes: streaming, batch
-- set: table.local-time-zone = Europe/Berlin
SELECT window_start, window_end, window_time, COUNT(*) AS n, MIN(ms) AS first_ms
FROM TUMBLE(TABLE visits, DESCRIPTOR(ts), INTERVAL '1' DAY)
GROUP BY window_start, window_end, window_time;
