-- The plans of first.sql and last.sql: look at keep, outputInsertOnly and changelogMode.

SET 'execution.runtime-mode' = 'streaming';

EXPLAIN CHANGELOG_MODE
SELECT order_id, status, amount
FROM (
  SELECT order_id, status, amount,
    ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY ts ASC) AS rn
  FROM events)
WHERE rn = 1;

EXPLAIN CHANGELOG_MODE
SELECT order_id, status, amount
FROM (
  SELECT order_id, status, amount,
    ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY ts DESC) AS rn
  FROM events)
WHERE rn = 1;
