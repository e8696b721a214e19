-- set: table.optimizer.agg-phase-strategy = ONE_PHASE
SELECT window_start, window_end, COUNT(*) AS n, MIN(amount) AS lo
FROM HOP(TABLE clicks, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '20' SECOND)
GROUP BY window_start, window_end;
