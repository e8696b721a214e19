-- set: table.optimizer.agg-phase-strategy = TWO_PHASE
SELECT window_start, who, COUNT(*) AS n, COUNT(DISTINCT page) AS pages
FROM TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '15' SECOND)
GROUP BY window_start, window_end, who;
