SELECT sku, qty, n FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY qty DESC, sku) AS n FROM stock_keyed) WHERE n <= 2;
