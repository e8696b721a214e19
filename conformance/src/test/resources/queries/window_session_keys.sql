SELECT who, window_start, window_end, COUNT(*) AS n, SUM(amount) AS total
FROM SESSION(TABLE clicks PARTITION BY who, DESCRIPTOR(ts), INTERVAL '12' SECOND)
GROUP BY who, window_start, window_end;
