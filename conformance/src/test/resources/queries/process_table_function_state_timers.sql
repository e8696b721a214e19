SELECT * FROM quiet(input => TABLE clicks PARTITION BY who, on_time => DESCRIPTOR(ts));
