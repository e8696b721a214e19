'use strict';
// The changes that each operator has emitted: a bar for each, as long as its volume, divided by kind.
// Kinds differ by pattern and stand beside the bar in words. An operator opens to its first rows.

const KINDS = ['+I', '-U', '+U', '-D'];
const KIND_CLASSES = ['insert', 'before', 'after', 'delete'];

function total(volume) {
  return volume.reduce((sum, each) => sum + each, 0);
}

function volumeText(volume) {
  return KINDS.map((kind, i) => kind + ' ' + volume[i].toLocaleString('en')).join('  ');
}

function modeText(mode) {
  return mode === null ? 'declared mode unknown' : 'declared ' + mode;
}

function bar(volume, most) {
  const element = make('span', { class: 'bar', 'aria-hidden': 'true' });
  volume.forEach((each, i) => {
    if (each) element.append(make('span', { class: KIND_CLASSES[i], style: 'width:' + ((100 * each) / most).toFixed(3) + '%' }));
  });
  return element;
}

/** How many rows come out for each that goes in. */
function amplification(out, rowsIn) {
  if (!rowsIn) return '';
  const ratio = out / rowsIn;
  return (ratio > 0 && ratio < 0.01 ? ratio.toPrecision(2) : ratio.toFixed(2)) + ' out for each in';
}

function changedBy(statement, source, n) {
  if (n === null) return 'a watermark or timer';
  const name = statement.plan[source].name;
  for (const { lane, chart, canvas } of statement.charts) {
    const at = lane.source === source ? chart.marks.findIndex((m) => m.n === n) : -1;
    if (at >= 0) {
      return lead('row ' + n + ' of ' + name, 'show on the timeline', () => {
        chart.select(at);
        goTo(canvas);
      });
    }
  }
  return 'row ' + n + ' of ' + name;
}

function changedOperator(statement, operator, index, most, id) {
  const node = statement.plan[index];
  const out = total(operator.volume);
  const isSource = node.from.length === 0;
  const summary = make('summary', {},
    make('span', { class: 'name' }, (index + 1) + ' ' + node.name),
    make('span', { class: 'note' }, [
      operator.sink ? 'end of the rows' : modeText(operator.mode),
      isSource || operator.sink ? '' : count(operator.in, 'row') + ' in, ' + amplification(out, operator.in),
    ].filter((text) => text).join('; ')),
    bar(operator.volume, most),
    make('span', { class: 'volume' }, volumeText(operator.volume)));
  const element = make('details', { id }, summary);
  element.addEventListener('toggle', () => {
    if (element.open && element.childElementCount === 1) element.append(...inside(statement, operator));
  });
  return element;
}

/** What an operator gets by each edge, and the first rows that it has emitted. */
function inside(statement, operator) {
  const parts = operator.edges.map((edge) => make('p', { class: 'note' },
    'From ' + (edge.from + 1) + ' ' + statement.plan[edge.from].name + ' (' + modeText(edge.mode) + '): ' + volumeText(edge.volume)));
  if (!operator.first.length) return [...parts, make('p', { class: 'note' }, 'No row to show.')];
  const left = total(operator.volume) - operator.first.length;
  parts.push(table(['change', 'row', 'caused by'], operator.first.map(([kind, source, n, text]) => [
    KINDS[kind], make('span', { class: 'raw' }, text), changedBy(statement, source, n)])));
  if (left > 0) parts.push(make('p', { class: 'note' }, 'The first rows of each kind; ' + count(left, 'more row') + ' are counted and not kept.'));
  return parts;
}

function finalState(statement, result, many) {
  const where = result.table === null ? 'the result' : result.table;
  const sum = total(result.volume);
  const parts = [make('h4', {}, (many ? 'Left in the end in ' + where : 'Left in the end'))];
  const text = [count(result.sourceRows, 'row') + ' in, ' + sum.toLocaleString('en') + ' out (' + volumeText(result.volume) + ').'];
  if (result.known) {
    text.push(count(result.rows, 'row') + ' left' + (result.keys >= 0 ? ', ' + count(result.keys, 'key') + ' (' + result.keyIs + ' ' + result.key.join(', ') + ')' : '') + '.');
    if (result.unmatched) text.push(count(result.unmatched, 'row') + ' taken back that were not there.');
    if (result.rows > result.listed.length) text.push('The first ' + result.listed.length.toLocaleString('en') + ' are listed.');
  } else {
    text.push('What is left is not told: more rows at once than are kept.');
  }
  parts.push(make('p', { class: 'note' }, text.join(' ')));
  if (result.listed.length) {
    parts.push(make('details', {}, make('summary', {}, 'Rows'), table(result.columns, result.listed)));
  }
  return parts;
}

function changelog(statement, id) {
  const log = statement.changelog;
  const most = Math.max(1, ...log.operators.map((operator) => total(operator.volume)));
  const advice = log.advice.map(([op, text]) => make('li', {},
    make('a', { href: '#' + id + '-c' + (op + 1) }, (op + 1) + ' ' + statement.plan[op].name), ': ' + text));
  return [
    make('p', { class: 'note' }, 'What each operator has emitted; open one to see what it got, and its first rows.'),
    make('ul', { class: 'legend' }, ...KINDS.map((kind, i) => make('li', {}, make('span', { class: 'swatch ' + KIND_CLASSES[i], 'aria-hidden': 'true' }),
      kind + ' ' + ['insert', 'update: the row before', 'update: the row after', 'delete'][i]))),
    make('div', { class: 'changes' }, ...log.operators.map((operator, i) => changedOperator(statement, operator, i, most, id + '-c' + (i + 1)))),
    ...log.results.flatMap((result) => finalState(statement, result, log.results.length > 1)),
    ...(advice.length ? [make('h4', {}, 'Advice'), make('ul', { class: 'advice' }, ...advice)] : []),
  ];
}
