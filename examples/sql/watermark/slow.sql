-- w5.sql with a watermark interval of one hour. Between two ticks a watermark is emitted only
-- if it is a whole interval ahead of the last one, so after the first row it stands still.

SET 'pipeline.auto-watermark-interval' = '1 h';

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
