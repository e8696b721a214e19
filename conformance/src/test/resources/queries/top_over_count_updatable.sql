SELECT page, who, c, n FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY page ORDER BY c DESC) AS n FROM (SELECT page, who, SUM(amount) AS total, COUNT(*) AS c FROM clicks GROUP BY page, who)
) WHERE n <= 2;
