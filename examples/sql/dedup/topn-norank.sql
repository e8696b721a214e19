-- The same three without the rank. The final rows are the same, the changelog is shorter: a
-- product that moves up no longer rewrites everyone it passes.

SET 'execution.runtime-mode' = 'streaming';

SELECT category, product, total
FROM (
  SELECT category, product, total,
    ROW_NUMBER() OVER (PARTITION BY category ORDER BY total DESC) AS rn
  FROM (
    SELECT category, product, SUM(qty) AS total
    FROM sales
    GROUP BY category, product))
WHERE rn <= 3;
