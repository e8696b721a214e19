SELECT id, ts, SUM(amount) OVER (ORDER BY ts) AS s, COUNT(DISTINCT who) OVER (ORDER BY ts) AS people FROM clicks;
