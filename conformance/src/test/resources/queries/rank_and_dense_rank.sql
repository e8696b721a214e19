-- modes: batch
SELECT page, id, amount, RANK() OVER (PARTITION BY page ORDER BY amount DESC, id) AS r,
  DENSE_RANK() OVER (PARTITION BY page ORDER BY amount) AS d FROM clicks;
