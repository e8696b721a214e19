-- modes: streaming, batch
CREATE VIEW per_ten AS
SELECT window_time AS rowtime, who, COUNT(*) AS n, SUM(amount) AS total
FROM TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND)
GROUP BY window_start, window_end, window_time, who;
SELECT window_start, window_end, SUM(n) AS n, MAX(total) AS best
FROM TUMBLE(TABLE per_ten, DESCRIPTOR(rowtime), INTERVAL '1' MINUTE)
GROUP BY window_start, window_end;
