-- modes: streaming, batch
SELECT total, COUNT(*) AS n, MAX(who) AS last_who FROM (
  SELECT who, page, SUM(amount) AS total FROM clicks GROUP BY who, page
) GROUP BY total;
