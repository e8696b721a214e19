-- compare: changelog
-- set: table.exec.async-state.enabled = true
SELECT window_start, who, COUNT(*) AS n
FROM TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '30' SECOND)
GROUP BY window_start, window_end, who;
