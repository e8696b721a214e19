'use strict';
// Builds the page of a report from the data in it.

const data = JSON.parse(document.getElementById('data').textContent);

data.statements.forEach((statement, index) => document.getElementById('main').append(section(statement, index)));
if (!data.statements.length) document.getElementById('main').append(make('p', {}, 'No statement has started a job.'));
if (data.statements.length > 1) {
  document.getElementById('contents').append(make('ul', {}, ...data.statements.map((statement, i) => make('li', {},
    make('a', { href: '#s' + (i + 1) }, statement.statement), ': ' + (statement.conclusion || 'refused')))));
}
follow();
