-- Keep the last row of each order. Each further row takes the previous one back, -U, and puts
-- itself in its place, +U, even when both are the same.

SET 'execution.runtime-mode' = 'streaming';

SELECT order_id, status, amount
FROM (
  SELECT order_id, status, amount,
    ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY ts DESC) AS rn
  FROM events)
WHERE rn = 1;
