-- modes: streaming, batch
-- compare: changelog
SELECT l.id, r.id AS other FROM
  (SELECT * FROM TUMBLE(TABLE clicks_waited_for, DESCRIPTOR(ts), INTERVAL '1' HOUR) WHERE page = 'cart') l
FULL JOIN (SELECT * FROM TUMBLE(TABLE clicks_waited_for, DESCRIPTOR(ts), INTERVAL '1' HOUR) WHERE page = 'pay') r
ON l.who = r.who AND l.window_start = r.window_start AND l.window_end = r.window_end;
