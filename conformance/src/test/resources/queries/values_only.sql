-- modes: streaming, batch
-- compare: changelog
SELECT * FROM (VALUES (1, 'a', TRUE), (2, CAST(NULL AS STRING), FALSE), (1, 'a', TRUE)) AS t(x, y, z);
