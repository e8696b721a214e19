-- modes: streaming, batch
SELECT COUNT(*) AS n, COUNT(amount) AS known, SUM(amount) AS total, COUNT(DISTINCT who) AS people FROM clicks;
