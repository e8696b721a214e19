-- modes: streaming, batch
SELECT id, COALESCE(who, '-') AS who, UPPER(page) AS p, CASE WHEN amount IS NULL THEN 'none' WHEN amount < 0 THEN 'less' ELSE 'more' END AS c,
  DATE_FORMAT(ts, 'HH:mm') AS hm, TIMESTAMPDIFF(SECOND, TIMESTAMP '2025-03-01 10:00:00', ts) AS since, CAST(amount AS STRING) || '!' AS a,
  MOD(id, 3) AS m, ts + INTERVAL '1' DAY AS tomorrow, CAST(amount AS DECIMAL(6, 3)) / 7 AS d FROM clicks;
