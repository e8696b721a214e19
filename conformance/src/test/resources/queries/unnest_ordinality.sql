SELECT id, item, pos FROM baskets CROSS JOIN UNNEST(items) WITH ORDINALITY AS t(item, pos);
