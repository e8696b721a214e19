-- modes: streaming, batch
SELECT id, item FROM baskets LEFT JOIN UNNEST(items) AS t(item) ON TRUE;
