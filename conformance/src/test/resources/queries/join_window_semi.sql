-- compare: changelog
SELECT id, window_start FROM (SELECT * FROM TUMBLE(TABLE clicks_waited_for, DESCRIPTOR(ts), INTERVAL '1' HOUR)) l
WHERE l.page = 'home' AND EXISTS (SELECT 1 FROM (SELECT * FROM TUMBLE(TABLE clicks_waited_for, DESCRIPTOR(ts), INTERVAL '1' HOUR)) r
  WHERE r.page = 'pay' AND r.who = l.who AND r.window_start = l.window_start AND r.window_end = l.window_end);
