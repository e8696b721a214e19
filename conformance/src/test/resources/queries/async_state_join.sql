-- compare: changelog
-- set: table.exec.async-state.enabled = true
SELECT o.order_id, o.state, p.pay_id FROM orders o JOIN payments p ON o.order_id = p.order_id;
