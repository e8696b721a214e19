-- modes: streaming, batch
SELECT id, symbol, price, LAG(price) OVER (PARTITION BY symbol ORDER BY ts) AS was, LAG(price, 2, 0) OVER (PARTITION BY symbol ORDER BY ts) AS was2 FROM ticks;
