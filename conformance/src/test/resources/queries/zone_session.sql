-- set: table.local-time-zone = Europe/Berlin
SELECT who, window_start, window_end, COUNT(*) AS n
FROM SESSION(TABLE visits PARTITION BY who, DESCRIPTOR(ts), INTERVAL '40' MINUTE)
GROUP BY who, window_start, window_end;
