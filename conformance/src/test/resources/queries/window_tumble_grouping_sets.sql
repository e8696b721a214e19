-- modes: streaming, batch
SELECT window_start, who, page, COUNT(*) AS n
FROM TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
GROUP BY window_start, window_end, GROUPING SETS ((who), (page), ());
