-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 5
-- set: table.optimizer.agg-phase-strategy = ONE_PHASE
-- Bundles are full by count; the clock never closes one.
SELECT who, COUNT(*) AS n, SUM(amount) AS total FROM clicks GROUP BY who;
