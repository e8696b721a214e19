-- modes: streaming, batch
SELECT o.order_id, o.product, d.kind, d.price FROM orders o JOIN products FOR SYSTEM_TIME AS OF o.proc AS d ON o.product = d.sku;
