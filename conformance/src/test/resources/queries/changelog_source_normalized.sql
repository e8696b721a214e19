-- set: table.exec.source.cdc-events-duplicate = true
SELECT place, COUNT(*) AS n, SUM(qty) AS qty FROM stock_keyed GROUP BY place;
