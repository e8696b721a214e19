SELECT order_id, state, price, ts FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY proc ASC) AS n FROM orders
) WHERE n = 1;
