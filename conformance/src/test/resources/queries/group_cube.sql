-- modes: streaming, batch
SELECT who, page, GROUPING(who) AS g, COUNT(*) AS n FROM clicks GROUP BY CUBE(who, page);
