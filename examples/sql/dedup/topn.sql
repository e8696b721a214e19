-- The three best-selling products of each category, with their rank.

SET 'execution.runtime-mode' = 'streaming';

SELECT category, product, total, rn
FROM (
  SELECT category, product, total,
    ROW_NUMBER() OVER (PARTITION BY category ORDER BY total DESC) AS rn
  FROM (
    SELECT category, product, SUM(qty) AS total
    FROM sales
    GROUP BY category, product))
WHERE rn <= 3;
