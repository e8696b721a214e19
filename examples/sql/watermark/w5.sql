-- The same windows in streaming mode. A row whose window the watermark has closed is dropped
-- without a word: compare the sum of cnt with batch.sql.

SET 'execution.runtime-mode' = 'streaming';

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
