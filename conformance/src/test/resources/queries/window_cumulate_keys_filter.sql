SELECT window_start, window_end, page, COUNT(*) FILTER (WHERE who = 'bob') AS bobs, COUNT(DISTINCT who) AS people
FROM CUMULATE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '20' SECOND, INTERVAL '2' MINUTE)
GROUP BY window_start, window_end, page;
