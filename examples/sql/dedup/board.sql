-- Orders and money by current state, on top of keep-last. A state change moves an order from
-- one bucket to another; the counts of all buckets always add up to the number of orders.

SET 'execution.runtime-mode' = 'streaming';

SELECT status, COUNT(*) AS orders, SUM(amount) AS amount
FROM (
  SELECT order_id, status, amount
  FROM (
    SELECT order_id, status, amount,
      ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY ts DESC) AS rn
    FROM events)
  WHERE rn = 1)
GROUP BY status;
