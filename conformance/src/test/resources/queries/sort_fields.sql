-- modes: batch
SELECT id, who, amount FROM clicks ORDER BY who DESC, amount, id;
