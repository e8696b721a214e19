SELECT id, ts, amount FROM clicks ORDER BY ts, amount DESC;
