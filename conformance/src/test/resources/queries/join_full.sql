-- modes: streaming, batch
-- compare: changelog
SELECT o.order_id, o.state, p.pay_id FROM orders o FULL JOIN payments p ON o.order_id = p.order_id;
