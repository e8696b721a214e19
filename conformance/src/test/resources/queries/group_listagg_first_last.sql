SELECT who, LISTAGG(page) AS pages, FIRST_VALUE(id) AS a, LAST_VALUE(id) AS z FROM clicks GROUP BY who;
