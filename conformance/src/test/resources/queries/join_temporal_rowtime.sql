-- compare: changelog by 1
SELECT p.pay_id, p.currency, p.ts, r.rate, r.ts AS since FROM payments p
JOIN rate_versions FOR SYSTEM_TIME AS OF p.ts AS r ON p.currency = r.currency;
