-- modes: streaming, batch
SELECT o.order_id, o.product, d.kind FROM orders o LEFT JOIN products FOR SYSTEM_TIME AS OF o.proc AS d ON o.product = d.sku AND d.price > 5;
