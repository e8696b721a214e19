-- modes: streaming, batch
SELECT item, COUNT(*) AS n, COUNT(DISTINCT who) AS people FROM baskets CROSS JOIN UNNEST(items) AS t(item) GROUP BY item;
