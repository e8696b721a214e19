-- modes: streaming, batch
SELECT id, who FROM clicks WHERE (who, page) IN (('bob', 'cart'), ('ann', 'pay'), ('dee', 'home'));
