-- compare: changelog
-- set: table.optimizer.multi-join.enabled = true
SELECT o.order_id, p.pay_id, q.pay_id AS twin FROM orders o LEFT JOIN payments p ON o.order_id = p.order_id
LEFT JOIN payments q ON o.order_id = q.order_id AND q.amount > 40;
