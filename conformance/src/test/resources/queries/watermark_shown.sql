SELECT id, ts, CURRENT_WATERMARK(ts) AS wm, ts <= CURRENT_WATERMARK(ts) AS behind FROM clicks;
