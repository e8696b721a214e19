SELECT place, COUNT(*) AS n, SUM(qty) AS qty, MAX(qty) AS hi FROM stock GROUP BY place;
