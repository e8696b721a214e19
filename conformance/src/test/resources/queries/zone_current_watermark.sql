-- set: table.local-time-zone = Europe/Berlin
SELECT id, ts, CAST(ts AS TIMESTAMP(3)) AS wall, CURRENT_WATERMARK(ts) AS wm, HOUR(ts) AS h FROM visits;
