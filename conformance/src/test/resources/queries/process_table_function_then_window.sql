SELECT window_start, who, COUNT(*), MAX(EXPR$0)
FROM TUMBLE((SELECT * FROM quiet(input => TABLE clicks PARTITION BY who, on_time => DESCRIPTOR(ts))),
  DESCRIPTOR(rowtime), INTERVAL '20' SECOND)
GROUP BY window_start, window_end, who;
