-- compare: changelog
SELECT order_id FROM orders EXCEPT ALL SELECT order_id FROM payments;
