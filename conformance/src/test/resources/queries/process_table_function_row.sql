SELECT * FROM twice(input => TABLE clicks);
