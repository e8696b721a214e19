-- set: table.exec.emit.late-fire.enabled = true
-- set: table.exec.emit.late-fire.delay = 0 ms
-- set: table.exec.emit.allow-lateness = 60 s
SELECT TUMBLE_START(ts, INTERVAL '10' SECOND) AS s, COUNT(*) AS n, SUM(amount) AS total
FROM clicks GROUP BY TUMBLE(ts, INTERVAL '10' SECOND);
