SELECT window_start, window_end, who, COUNT(DISTINCT page) AS pages, MAX(id) AS newest
FROM HOP(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '30' SECOND, INTERVAL '3' SECOND)
GROUP BY window_start, window_end, who;
