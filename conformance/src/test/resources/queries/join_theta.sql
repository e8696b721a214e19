-- modes: streaming, batch
-- compare: changelog
SELECT p.pay_id, r.currency, r.rate FROM payments p JOIN rates r ON p.amount / 50 > r.rate AND p.currency = r.currency;
