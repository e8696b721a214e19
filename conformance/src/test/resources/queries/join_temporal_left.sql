-- compare: changelog by 1
SELECT p.pay_id, p.currency, r.rate FROM payments p
LEFT JOIN rate_versions FOR SYSTEM_TIME AS OF p.ts AS r ON p.currency = r.currency AND r.rate > 1;
