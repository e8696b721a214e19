-- modes: streaming, batch
SELECT page, COUNT(DISTINCT who) AS people, COUNT(DISTINCT who) FILTER (WHERE amount > 15) AS spenders,
  SUM(DISTINCT amount) AS d FROM clicks GROUP BY page;
