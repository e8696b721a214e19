-- modes: streaming, batch
SELECT id, backwards(word) AS drow, size FROM baskets LEFT JOIN LATERAL TABLE(words(note)) ON TRUE;
