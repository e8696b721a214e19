-- set: pipeline.auto-watermark-interval = 0 ms
-- Every advance of the watermark is emitted.
SELECT window_start, window_end, COUNT(*) AS n, SUM(v) AS total
FROM TUMBLE(TABLE pulses, DESCRIPTOR(ts), INTERVAL '1' SECOND)
GROUP BY window_start, window_end;
