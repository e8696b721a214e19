-- What the class-data archive learns from: the kinds of statement that scripts are made of. Their
-- results do not matter. The launcher runs this once for each build and Java version.

CREATE TABLE events (
  id BIGINT,
  name STRING,
  amount INT,
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH (
  'connector' = 'filesystem',
  'path' = 'training.csv',
  'format' = 'csv'
);

CREATE TABLE changes (
  id BIGINT,
  name STRING,
  amount DECIMAL(10, 2),
  pt AS PROCTIME()
) WITH (
  'connector' = 'filesystem',
  'path' = 'training.csv',
  'format' = 'csv',
  'csv.ignore-parse-errors' = 'true'
);

SHOW TABLES;

DESCRIBE events;

SET 'execution.runtime-mode' = 'streaming';

SELECT window_start, window_end, COUNT(*) AS cnt, SUM(amount) AS total
FROM TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
GROUP BY window_start, window_end;

SELECT name, window_start, COUNT(DISTINCT id) AS ids, AVG(amount) AS mean
FROM HOP(TABLE events, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '2' MINUTE)
GROUP BY name, window_start, window_end;

SELECT window_start, window_end, MAX(amount) FILTER (WHERE name <> 'c') AS most
FROM CUMULATE(TABLE events, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '2' MINUTE)
GROUP BY window_start, window_end;

SELECT name, window_start, window_end, MIN(amount) AS least
FROM SESSION(TABLE events PARTITION BY name, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
GROUP BY name, window_start, window_end;

SELECT id, ts FROM events WHERE ts <= CURRENT_WATERMARK(ts);

SELECT name, COUNT(*) AS cnt, SUM(amount) AS total FROM events GROUP BY name;

SELECT id, name, amount
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY name ORDER BY ts DESC) AS row_num FROM events
)
WHERE row_num = 1;

SELECT id, name, amount
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY name ORDER BY ts ASC) AS row_num FROM events
)
WHERE row_num = 1;

SELECT name, total, row_num
FROM (
  SELECT name, total, ROW_NUMBER() OVER (ORDER BY total DESC) AS row_num
  FROM (SELECT name, SUM(amount) AS total FROM events GROUP BY name)
)
WHERE row_num <= 2;

SELECT id, SUM(amount) OVER (PARTITION BY name ORDER BY ts) AS so_far FROM events;

SELECT l.id, r.amount FROM events AS l JOIN changes AS r ON l.id = r.id WHERE l.amount > 10;

SELECT l.id, r.id
FROM events AS l LEFT JOIN events AS r
ON l.name = r.name AND r.ts BETWEEN l.ts - INTERVAL '1' MINUTE AND l.ts;

SELECT *
FROM events
MATCH_RECOGNIZE (
  PARTITION BY name ORDER BY ts
  MEASURES A.id AS first_id, B.id AS second_id
  PATTERN (A B)
  DEFINE B AS B.amount > A.amount
);

EXPLAIN SELECT name, COUNT(*) AS cnt FROM events GROUP BY name;

EXPLAIN CHANGELOG_MODE SELECT name, COUNT(*) AS cnt FROM events GROUP BY name;

CREATE TABLE nowhere (name STRING, total BIGINT) WITH ('connector' = 'blackhole');

INSERT INTO nowhere SELECT name, COUNT(*) FROM events GROUP BY name;

CREATE TEMPORARY VIEW big AS SELECT UPPER(name) AS name, amount * 2 AS twice FROM events;

SELECT name, twice, CASE WHEN twice > 50 THEN 'high' ELSE 'low' END AS kind FROM big;

SELECT * FROM (VALUES (1, 'x', DATE '2026-01-01'), (2, 'y', DATE '2026-01-02')) AS v (a, b, c);

SET 'execution.runtime-mode' = 'batch';

SELECT window_start, window_end, COUNT(*) AS cnt, SUM(amount) AS total
FROM TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
GROUP BY window_start, window_end;

SELECT name, COUNT(*) AS cnt FROM events GROUP BY name ORDER BY cnt DESC LIMIT 2;

SELECT l.id, r.amount FROM events AS l JOIN changes AS r ON l.id = r.id;
