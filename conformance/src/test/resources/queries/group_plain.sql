-- modes: streaming, batch
SELECT who, COUNT(*) AS n, SUM(amount) AS total, AVG(amount) AS mean, MIN(ts) AS first_ts FROM clicks GROUP BY who;
