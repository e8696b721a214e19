SELECT who, window_start, window_time, COUNT(DISTINCT page) AS pages,
  SUM(amount) FILTER (WHERE page <> 'help') AS total
FROM SESSION(TABLE clicks PARTITION BY who, DESCRIPTOR(ts), INTERVAL '20' SECOND)
GROUP BY who, window_start, window_end, window_time;
