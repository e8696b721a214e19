-- modes: streaming, batch
SELECT id, word, size FROM baskets, LATERAL TABLE(words(note));
