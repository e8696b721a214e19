SELECT id, who, ts, window_start FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end, who ORDER BY ts DESC) AS n
  FROM TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '20' SECOND)
) WHERE n <= 1;
