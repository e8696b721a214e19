SELECT id, ts FROM clicks ORDER BY ts;
