CREATE VIEW first_state AS SELECT order_id, state, price, ts FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY ts ASC) AS n FROM orders
) WHERE n = 1;
SELECT window_start, window_end, COUNT(*) AS n
FROM TUMBLE(TABLE first_state, DESCRIPTOR(ts), INTERVAL '10' SECOND)
GROUP BY window_start, window_end;
