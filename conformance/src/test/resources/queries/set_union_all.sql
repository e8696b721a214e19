-- modes: streaming, batch
-- compare: changelog
SELECT order_id FROM orders WHERE price > 50 UNION ALL SELECT order_id FROM payments;
