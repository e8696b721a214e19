SELECT * FROM stock;
