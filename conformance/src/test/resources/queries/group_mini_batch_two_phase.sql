-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 5
-- set: table.optimizer.agg-phase-strategy = TWO_PHASE
SELECT who, COUNT(*) AS n, SUM(amount) AS total, COUNT(DISTINCT page) AS pages FROM clicks GROUP BY who;
