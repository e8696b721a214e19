-- Batch mode sees all rows before it counts: this is what streaming is measured against.

SET 'execution.runtime-mode' = 'batch';

CREATE TABLE events (
  event_id BIGINT,
  sensor STRING,
  reading INT,
  ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH (
  'connector' = 'filesystem',
  'path' = 'examples/data/watermark_events.csv',
  'format' = 'csv'
);

SELECT window_start, window_end, COUNT(*) AS cnt, SUM(reading) AS total
FROM TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
GROUP BY window_start, window_end;
