-- modes: streaming, batch
SELECT id, who, item FROM baskets CROSS JOIN UNNEST(items) AS t(item);
