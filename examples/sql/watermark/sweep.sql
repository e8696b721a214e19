-- Two more delays, none and thirty seconds. The watermark belongs to the table, so each delay
-- has a table of its own.

SET 'execution.runtime-mode' = 'streaming';

CREATE TABLE events_0 (
  event_id BIGINT,
  sensor STRING,
  reading INT,
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts
) WITH (
  'connector' = 'filesystem',
  'path' = 'examples/data/watermark_events.csv',
  'format' = 'csv'
);

CREATE TABLE events_30 (
  event_id BIGINT,
  sensor STRING,
  reading INT,
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '30' SECOND
) WITH (
  'connector' = 'filesystem',
  'path' = 'examples/data/watermark_events.csv',
  'format' = 'csv'
);

SELECT window_start, window_end, COUNT(*) AS cnt, SUM(reading) AS total
FROM TUMBLE(TABLE events_0, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
GROUP BY window_start, window_end;

SELECT window_start, window_end, COUNT(*) AS cnt, SUM(reading) AS total
FROM TUMBLE(TABLE events_30, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
GROUP BY window_start, window_end;
