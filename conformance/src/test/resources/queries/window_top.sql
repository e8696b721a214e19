-- modes: streaming, batch
SELECT window_start, who, total, n FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY total DESC) AS n FROM (
    SELECT window_start, window_end, who, SUM(amount) AS total
    FROM TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '30' SECOND)
    GROUP BY window_start, window_end, who)
) WHERE n <= 2;
