-- modes: streaming, batch
SELECT page, id, amount, n FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY page ORDER BY amount DESC) AS n FROM clicks
) WHERE n <= 3;
