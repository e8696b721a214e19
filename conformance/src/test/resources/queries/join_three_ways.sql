-- modes: streaming, batch
-- compare: changelog
SELECT o.order_id, o.state, p.pay_id, r.rate FROM orders o JOIN payments p ON o.order_id = p.order_id
JOIN rates r ON p.currency = r.currency;
