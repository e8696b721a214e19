-- modes: streaming, batch
SELECT window_start, page, COUNT(DISTINCT who) AS people,
  COUNT(*) FILTER (WHERE amount > 10) AS big, SUM(DISTINCT amount) FILTER (WHERE amount < 0) AS refunds
FROM TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
GROUP BY window_start, window_end, page;
