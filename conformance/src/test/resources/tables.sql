-- The tables that all queries share. Seconds: with the default interval of 200 ms between
-- watermarks, each new second is emitted by the row itself and never by the clock.
CREATE TABLE clicks (
  id INT, who STRING, page STRING, amount INT, ts TIMESTAMP(3),
  proc AS PROCTIME(),
  WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'filesystem', 'path' = '${data}clicks.csv', 'format' = 'csv', 'csv.null-literal' = '');

-- The same rows with a watermark that waits for all of them. For operators with two inputs: which
-- of their rows are late depends on how a cluster interleaves the inputs, differently each time.
CREATE TABLE clicks_waited_for (
  WATERMARK FOR ts AS ts - INTERVAL '2' MINUTE
) WITH ('connector' = 'filesystem', 'path' = '${data}clicks.csv', 'format' = 'csv', 'csv.null-literal' = '')
LIKE clicks (EXCLUDING OPTIONS OVERWRITING WATERMARKS);

-- Milliseconds: steps around and below the interval, so queries set an interval that no clock meets.
CREATE TABLE pulses (
  id INT, k STRING, v INT, ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND
) WITH ('connector' = 'filesystem', 'path' = '${data}pulses.csv', 'format' = 'csv');

CREATE TABLE orders (
  order_id STRING, customer STRING, product STRING, price DECIMAL(8, 2), state STRING, ts TIMESTAMP(3),
  proc AS PROCTIME(),
  WATERMARK FOR ts AS ts - INTERVAL '3' SECOND
) WITH ('connector' = 'filesystem', 'path' = '${data}orders.csv', 'format' = 'csv', 'csv.null-literal' = '');

CREATE TABLE payments (
  pay_id STRING, order_id STRING, amount INT, currency STRING, ts TIMESTAMP(3),
  proc AS PROCTIME(),
  WATERMARK FOR ts AS ts
) WITH ('connector' = 'filesystem', 'path' = '${data}payments.csv', 'format' = 'csv', 'csv.null-literal' = '');

CREATE TABLE rates (
  currency STRING, rate DECIMAL(6, 2), ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts
) WITH ('connector' = 'filesystem', 'path' = '${data}rates.csv', 'format' = 'csv');

CREATE VIEW rate_versions AS
SELECT currency, rate, ts FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY currency ORDER BY ts DESC) AS n FROM rates
) WHERE n = 1;

CREATE TABLE ticks (
  id INT, symbol STRING, price INT, ts TIMESTAMP(3),
  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND
) WITH ('connector' = 'filesystem', 'path' = '${data}ticks.csv', 'format' = 'csv');

-- Around both changes of the clock in Berlin.
CREATE TABLE visits (
  id INT, who STRING, ms BIGINT, ts AS TO_TIMESTAMP_LTZ(ms, 3),
  WATERMARK FOR ts AS ts - INTERVAL '5' MINUTE
) WITH ('connector' = 'filesystem', 'path' = '${data}visits.csv', 'format' = 'csv');

CREATE TABLE baskets (
  id INT, who STRING, items ARRAY<STRING>, note STRING
) WITH ('connector' = 'filesystem', 'path' = '${data}baskets.csv', 'format' = 'csv', 'csv.null-literal' = '');

-- A changelog source.
CREATE TABLE stock (
  sku STRING, place STRING, qty INT
) WITH ('connector' = 'filesystem', 'path' = '${data}stock.json', 'format' = 'debezium-json');

CREATE TABLE stock_keyed (
  sku STRING, place STRING, qty INT, PRIMARY KEY (sku) NOT ENFORCED
) WITH ('connector' = 'filesystem', 'path' = '${data}stock.json', 'format' = 'debezium-json');

CREATE TABLE products (sku STRING, kind STRING, price INT) WITH ('connector' = 'products');
CREATE TABLE products_async (sku STRING, kind STRING, price INT) WITH ('connector' = 'products', 'async' = 'true');

CREATE TEMPORARY SYSTEM FUNCTION backwards AS 'dev.tidemark.conformance.Functions$Backwards';
CREATE TEMPORARY SYSTEM FUNCTION words AS 'dev.tidemark.conformance.Functions$Words';
CREATE TEMPORARY SYSTEM FUNCTION square_sum AS 'dev.tidemark.conformance.Functions$SquareSum';
CREATE TEMPORARY SYSTEM FUNCTION twice AS 'dev.tidemark.conformance.Functions$Twice';
CREATE TEMPORARY SYSTEM FUNCTION quiet AS 'dev.tidemark.conformance.Functions$Quiet';
