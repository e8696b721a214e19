-- modes: streaming, batch
-- compare: changelog
SELECT a.id, b.id AS other FROM clicks a JOIN clicks b ON a.who = b.who AND a.amount = b.amount AND a.id < b.id;
