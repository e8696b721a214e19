CREATE TABLE numbers (n BIGINT) WITH ('connector' = 'datagen', 'fields.n.kind' = 'sequence', 'fields.n.start' = '1', 'fields.n.end' = '120', 'rows-per-second' = '100000');
SELECT MOD(n, 7) AS m, COUNT(*) AS c, SUM(n) AS s FROM numbers GROUP BY MOD(n, 7);
