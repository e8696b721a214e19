-- set: pipeline.auto-watermark-interval = 0 ms
SELECT id, ts, CURRENT_WATERMARK(ts) AS wm FROM pulses;
