SELECT * FROM ticks MATCH_RECOGNIZE (
  PARTITION BY symbol ORDER BY ts
  MEASURES A.id AS a, SUM(B.price) AS s, AVG(B.price) AS m, C.id AS c
  ONE ROW PER MATCH AFTER MATCH SKIP TO LAST C
  PATTERN (A B{1,3}? C)
  DEFINE A AS A.price > 10, B AS B.price > A.price - 5, C AS C.price < A.price);
