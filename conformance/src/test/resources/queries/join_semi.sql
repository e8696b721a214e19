-- modes: streaming, batch
-- compare: changelog
SELECT order_id, state FROM orders o WHERE EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.order_id AND p.amount > 30);
