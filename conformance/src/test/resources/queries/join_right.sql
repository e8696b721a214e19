-- compare: changelog
SELECT o.order_id, o.state, p.pay_id FROM orders o RIGHT JOIN payments p ON o.order_id = p.order_id AND o.price > 20;
