-- set: table.local-time-zone = Europe/Berlin
SELECT window_start, window_end, who, COUNT(*) AS n
FROM HOP(TABLE visits, DESCRIPTOR(ts), INTERVAL '30' MINUTE, INTERVAL '2' HOUR)
GROUP BY window_start, window_end, who;
