SELECT window_start, window_end, id, amount, n FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end, page ORDER BY amount DESC) AS n
  FROM TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
) WHERE n <= 2;
