-- modes: streaming, batch
-- compare: changelog
SELECT o.order_id, o.state, p.pay_id, p.amount FROM orders o JOIN payments p ON o.order_id = p.order_id;
