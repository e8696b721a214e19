-- modes: streaming, batch
-- compare: changelog
SELECT order_id FROM orders INTERSECT SELECT order_id FROM payments;
