-- modes: streaming, batch
-- compare: changelog
SELECT a.order_id, a.n, b.paid FROM
  (SELECT order_id, COUNT(*) AS n FROM orders GROUP BY order_id) a
LEFT JOIN (SELECT order_id, SUM(amount) AS paid FROM payments GROUP BY order_id) b ON a.order_id = b.order_id;
