SELECT page, id, amount, n FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY page ORDER BY amount ASC, ts) AS n FROM clicks
) WHERE n <= 4;
