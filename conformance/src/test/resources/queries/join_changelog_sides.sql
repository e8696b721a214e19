-- compare: changelog
SELECT s.sku, s.qty, t.total FROM stock_keyed s JOIN (SELECT place, SUM(qty) AS total FROM stock GROUP BY place) t ON s.place = t.place;
