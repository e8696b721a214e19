-- modes: streaming, batch
-- compare: changelog
SELECT pay_id FROM payments WHERE currency NOT IN (SELECT currency FROM rates WHERE rate > 1.85);
