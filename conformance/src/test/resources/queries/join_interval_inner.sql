-- modes: streaming, batch
-- compare: changelog
SELECT p.pay_id, o.order_id, o.state, p.ts, o.ts FROM payments p JOIN orders o
ON p.order_id = o.order_id AND o.ts BETWEEN p.ts - INTERVAL '1' HOUR AND p.ts + INTERVAL '1' HOUR;
