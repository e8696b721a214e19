-- All rows, and how many orders they belong to. The difference is the number of rows that came
-- second or later for their order.

SET 'execution.runtime-mode' = 'batch';

SELECT COUNT(*) AS n_rows, COUNT(DISTINCT order_id) AS n_orders FROM events;
