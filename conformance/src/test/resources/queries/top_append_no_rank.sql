-- modes: streaming, batch
SELECT page, id, amount FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY page ORDER BY amount DESC, id) AS n FROM clicks
) WHERE n <= 2;
