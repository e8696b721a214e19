-- modes: streaming, batch
-- compare: changelog
SELECT p.pay_id, o.pay_id AS other, p.ts FROM payments p LEFT JOIN payments o
ON p.order_id = o.order_id AND p.currency <> o.currency AND o.ts BETWEEN p.ts - INTERVAL '20' SECOND AND p.ts + INTERVAL '20' SECOND;
