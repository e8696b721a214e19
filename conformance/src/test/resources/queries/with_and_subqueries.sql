-- modes: streaming, batch
-- compare: changelog
WITH big AS (SELECT who, amount FROM clicks WHERE amount > (SELECT AVG(amount) FROM clicks))
SELECT who, COUNT(*) AS n FROM big GROUP BY who;
