-- modes: streaming, batch
-- compare: changelog
SELECT order_id FROM orders INTERSECT ALL SELECT order_id FROM payments;
