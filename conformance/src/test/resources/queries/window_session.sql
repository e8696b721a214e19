SELECT window_start, window_end, COUNT(*) AS n, COUNT(DISTINCT who) AS people
FROM SESSION(TABLE clicks, DESCRIPTOR(ts), INTERVAL '4' SECOND)
GROUP BY window_start, window_end;
