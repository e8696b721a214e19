package dev.tidemark.columnar;

import java.util.*;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

final class Debug {
  public static void main(String[] a) throws Exception {
    String file = a[0];
    String table =
        "CREATE TABLE r (id BIGINT, sensor STRING, v INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)"
            + " WITH ('connector'='filesystem','format'='csv','path'='file://" + file + "')";
    int rounds = Integer.parseInt(a[1]);
    Map<String, String> q = new LinkedHashMap<>();
    q.put("tumble", "SELECT window_start, window_end, COUNT(*), SUM(v) FROM TABLE(TUMBLE(TABLE r, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end");
    q.put("keyed", "SELECT window_start, sensor, COUNT(*), SUM(v) FROM TABLE(TUMBLE(TABLE r, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end, sensor");
    q.put("keyed5", "SELECT window_start, sensor, COUNT(*), SUM(v), MIN(v), AVG(v), MAX(id) FROM TABLE(TUMBLE(TABLE r, DESCRIPTOR(ts), INTERVAL '1' MINUTE)) GROUP BY window_start, window_end, sensor");
    q.put("hop", "SELECT window_start, window_end, COUNT(*), SUM(v) FROM TABLE(HOP(TABLE r, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '5' MINUTE)) GROUP BY window_start, window_end");
    q.put("cumulate", "SELECT window_start, window_end, COUNT(*), SUM(v) FROM TABLE(CUMULATE(TABLE r, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '5' MINUTE)) GROUP BY window_start, window_end");
    q.put("group", "SELECT sensor, COUNT(*), SUM(v) FROM r GROUP BY sensor");
    q.put("scan", "SELECT COUNT(*) FROM r WHERE v < 0");
    String only = a.length > 2 ? a[2] : "";
    for (Map.Entry<String, String> e : q.entrySet()) {
      if (!only.isEmpty() && !only.contains(e.getKey())) continue;
      List<String> flink = null;
      double tf = 0, tc = 0;
      for (boolean columnar : new boolean[] {false, true}) {
        List<Double> times = new ArrayList<>();
        List<String> rows = null;
        for (int i = 0; i < rounds * (columnar ? 3 : 1); i++) {
          long start = System.nanoTime();
          rows = Runs.rows(columnar, Map.of("parallelism.default", "1"), List.of(table), e.getValue());
          times.add((System.nanoTime() - start) / 1e9);
        }
        if (!columnar) flink = rows;
        else if (!rows.equals(flink)) {
          System.out.println("DIFFERENT " + flink.size() + " " + rows.size());
          for (int i = 0; i < Math.min(rows.size(), flink.size()); i++) if (!rows.get(i).equals(flink.get(i))) { System.out.println(flink.get(i) + "\n" + rows.get(i)); break; }
        }
        System.out.println(e.getKey() + (columnar ? " columnar " : " flink ") + times + " rows " + rows.size());
        double best = Collections.min(times);
        if (columnar) tc = best; else tf = best;
      }
      System.out.printf("%s ratio %.1f%n", e.getKey(), tf / tc);
    }
  }
}
