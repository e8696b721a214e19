-- compare: changelog by 0
-- set: table.exec.async-state.enabled = true
SELECT who, COUNT(*) AS n, SUM(amount) AS total FROM clicks GROUP BY who;
