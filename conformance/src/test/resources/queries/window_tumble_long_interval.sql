-- set: pipeline.auto-watermark-interval = 1 h
-- Only the first row and the end of input emit a watermark: nothing after them is late.
SELECT window_start, k, COUNT(*) AS n, SUM(v) AS total
FROM TUMBLE(TABLE pulses, DESCRIPTOR(ts), INTERVAL '1' SECOND)
GROUP BY window_start, window_end, k;
