SELECT window_start, square_sum(amount) AS squares
FROM HOP(TABLE clicks, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '20' SECOND)
GROUP BY window_start, window_end;
