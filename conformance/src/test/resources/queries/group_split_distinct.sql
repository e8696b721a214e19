-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 9
-- set: table.optimizer.distinct-agg.split.enabled = true
SELECT page, COUNT(DISTINCT who) AS people, SUM(amount) AS total FROM clicks GROUP BY page;
