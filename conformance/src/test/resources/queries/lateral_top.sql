-- compare: changelog
SELECT c.who, t.id, t.amount FROM (SELECT DISTINCT who FROM clicks) c,
LATERAL (SELECT id, amount FROM clicks WHERE who = c.who ORDER BY amount DESC LIMIT 2) t;
