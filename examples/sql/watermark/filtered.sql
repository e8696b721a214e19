-- Late rows taken out before the window. This loses more than the window does by itself: it
-- also turns away rows whose window is still open.

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

CREATE TEMPORARY VIEW on_time AS
SELECT event_id, sensor, reading, ts
FROM events
WHERE CURRENT_WATERMARK(ts) IS NULL OR ts > CURRENT_WATERMARK(ts);

SELECT window_start, window_end, COUNT(*) AS cnt, SUM(reading) AS total
FROM TUMBLE(TABLE on_time, DESCRIPTOR(ts), INTERVAL '1' MINUTE)
GROUP BY window_start, window_end;
