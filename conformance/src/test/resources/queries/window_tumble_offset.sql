SELECT window_start, window_end, window_time, COUNT(*) AS n
FROM TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '20' SECOND, INTERVAL '7' SECOND)
GROUP BY window_start, window_end, window_time;
