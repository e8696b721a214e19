-- modes: streaming, batch
SELECT id, amount, n FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY amount DESC) AS n FROM clicks) WHERE n <= 4;
