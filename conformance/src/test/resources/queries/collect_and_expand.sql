-- modes: streaming, batch
-- batch-compare: exact
SELECT who, COLLECT(page) AS pages, ARRAY_AGG(id) AS ids FROM clicks WHERE page <> 'help' GROUP BY who;
