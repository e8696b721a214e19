SELECT page, MIN(total) AS lo, MAX(total) AS hi, AVG(total) AS mean, square_sum(CAST(total AS INT)) AS sq FROM (
  SELECT who, page, SUM(amount) AS total FROM clicks GROUP BY who, page
) GROUP BY page;
