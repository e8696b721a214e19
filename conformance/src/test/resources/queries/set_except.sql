-- modes: streaming, batch
-- compare: changelog
SELECT order_id FROM orders EXCEPT SELECT order_id FROM payments;
