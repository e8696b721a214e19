-- The two sources of this folder's queries: an init script, given with -i.
-- Paths are relative: run it from the project's root.

CREATE TABLE events (
  order_id STRING,
  status STRING,
  amount INT,
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts
) WITH (
  'connector' = 'filesystem',
  'path' = 'examples/data/dedup_events.csv',
  'format' = 'csv'
);

CREATE TABLE sales (
  sale_id BIGINT,
  category STRING,
  product STRING,
  qty INT,
  ts TIMESTAMP(3)
) WITH (
  'connector' = 'filesystem',
  'path' = 'examples/data/dedup_sales.csv',
  'format' = 'csv'
);
