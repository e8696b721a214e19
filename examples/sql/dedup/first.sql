-- Keep the first row of each order. It never changes again: the changelog has only +I.

SET 'execution.runtime-mode' = 'streaming';

SELECT order_id, status, amount
FROM (
  SELECT order_id, status, amount,
    ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY ts ASC) AS rn
  FROM events)
WHERE rn = 1;
