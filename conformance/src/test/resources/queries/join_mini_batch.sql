-- compare: changelog
-- set: table.exec.mini-batch.enabled = true
-- set: table.exec.mini-batch.allow-latency = 1 h
-- set: table.exec.mini-batch.size = 6
SELECT o.order_id, o.state, p.pay_id FROM orders o LEFT JOIN payments p ON o.order_id = p.order_id;
