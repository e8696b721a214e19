-- Rows behind the watermark. More than w5.sql drops: a late row still counts while its window
-- is open. The first row sees no watermark at all, hence the NULL test.

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

SELECT event_id, ts, CURRENT_WATERMARK(ts) AS wm
FROM events
WHERE CURRENT_WATERMARK(ts) IS NOT NULL AND ts <= CURRENT_WATERMARK(ts);
