'use strict';
// Builds the page from the data in it. Everything that comes from rows is set as text, never as HTML.

const data = JSON.parse(document.getElementById('data').textContent);
const PAGE = 200;
const targets = new Map(); // what a #name in the address shows

/** An element with attributes and children; texts become text nodes. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function count(number, noun) {
  return number.toLocaleString('en') + ' ' + noun + (number === 1 ? '' : 's');
}

function place(statement, entry) {
  if (entry.file === undefined) return entry.n === undefined ? '' : 'row ' + entry.n;
  return statement.files[entry.file].replace(/^.*\//, '') + ':' + entry.line;
}

function watermarkText(entry) {
  if (entry.atEnd) return 'end of input';
  return entry.watermark === null ? 'none yet' : timeText(entry.watermark);
}

function windowsText(drop) {
  const shown = drop.windows.map(([start, end]) => timeText(start) + ' – ' + timeText(end)).join('; ');
  return drop.missed > drop.windows.length ? shown + ' +' + (drop.missed - drop.windows.length) : shown;
}

// Columns of the drop table: name, kind, what is shown, what is sorted by.
function columns(statement) {
  return [
    { name: '#', kind: 'number', text: (d) => String(d.number), key: (d) => d.number },
    { name: 'row', kind: 'raw', text: (d) => place(statement, d) + '  ' + d.row, key: (d) => d.n || 0 },
    { name: 'reason', kind: '', text: (d) => statement.reasons[d.why], key: (d) => d.why },
    { name: 'operator', kind: '', text: (d) => statement.plan[d.op].name, key: (d) => d.op },
    { name: 'row time', kind: 'time', text: (d) => timeText(d.time), key: (d) => d.time },
    { name: 'watermark', kind: '', text: (d) => watermarkText(d) + (d.by ? ' (set by ' + d.by + ')' : ''), key: (d) => (d.atEnd ? Infinity : d.watermark) },
    { name: 'missed windows', kind: '', text: windowsText, key: (d) => (d.windows.length ? d.windows[0][0] : -Infinity) },
    { name: 'too late by', kind: 'number', text: (d) => (d.inTime ? 'in time' : durationText(d.late)), key: (d) => d.late },
    { name: 'kept by delay', kind: 'number', text: (d) => (d.keep === undefined ? 'unknown' : durationText(d.keep)), key: (d) => (d.keep === undefined ? Infinity : d.keep) },
  ];
}

class DropTable {
  constructor(statement, id) {
    this.statement = statement;
    this.columns = columns(statement);
    this.rows = statement.drops;
    this.shown = PAGE;
    this.sorted = { column: this.columns[0], down: false };
    this.filter = make('input', { type: 'search', id: id + '-filter', placeholder: 'part of a row, reason, …' });
    this.filter.addEventListener('input', () => this.update());
    const download = make('button', { type: 'button' }, 'Download CSV');
    download.addEventListener('click', () => this.download(id));
    this.found = make('span', { role: 'status', class: 'note' });
    this.body = make('tbody');
    this.heads = this.columns.map((column) => this.head(column));
    this.more = make('button', { type: 'button', class: 'more' });
    this.more.addEventListener('click', () => {
      this.shown += PAGE;
      this.update(true);
    });
    this.element = make('div', {},
      make('div', { class: 'tools' },
        make('label', { for: id + '-filter' }, 'Filter ', this.filter), download, this.found),
      make('div', { class: 'scroll' },
        make('table', { class: 'cards' },
          make('thead', {}, make('tr', {}, ...this.heads)), this.body)),
      this.more);
    this.rows.forEach((drop) => {
      drop.texts = this.columns.map((column) => column.text(drop));
      drop.sought = drop.texts.join('\n').toLowerCase();
    });
    this.update();
  }

  head(column) {
    const button = make('button', { type: 'button' }, column.name);
    button.addEventListener('click', () => {
      this.sorted = { column, down: this.sorted.column === column && !this.sorted.down };
      this.update();
    });
    return make('th', { scope: 'col', class: column.kind === 'number' ? 'number' : '' }, button);
  }

  update(keepsPage) {
    if (!keepsPage) this.shown = PAGE;
    const words = this.filter.value.toLowerCase();
    const { column, down } = this.sorted;
    this.matching = this.rows.filter((drop) => drop.sought.includes(words));
    const keys = new Map(this.matching.map((drop) => [drop, column.key(drop)]));
    this.matching.sort((a, b) => {
      const [x, y] = [keys.get(a), keys.get(b)];
      return (x < y ? -1 : x > y ? 1 : a.number - b.number) * (down ? -1 : 1);
    });
    this.columns.forEach((each, i) => {
      if (each === column) this.heads[i].setAttribute('aria-sort', down ? 'descending' : 'ascending');
      else this.heads[i].removeAttribute('aria-sort');
    });
    this.body.replaceChildren(...this.matching.slice(0, this.shown).map((drop) => this.row(drop)));
    const all = count(this.rows.length, 'row');
    const lost = this.statement.lost;
    this.found.textContent = (words ? this.matching.length.toLocaleString('en') + ' of ' + all + ' found' : all)
      + (lost > this.rows.length ? ', the first of ' + count(lost, 'row') + ' with a loss' : '');
    const rest = this.matching.length - this.shown;
    this.more.hidden = rest <= 0;
    this.more.textContent = 'Show ' + Math.min(rest, PAGE) + ' more of ' + count(rest, 'row');
  }

  row(drop) {
    const cells = this.columns.map((column, i) => {
      const cell = make('td', { class: column.kind, 'data-label': column.name });
      if (i === 0 && drop.mark) cell.append(make('a', { href: '#' + drop.mark, 'aria-label': 'Show row ' + drop.texts[0] + ' on the timeline' }, drop.texts[0]));
      else cell.append(drop.texts[i]);
      return cell;
    });
    return make('tr', { id: drop.id, tabindex: '-1', class: drop === this.chosen ? 'chosen' : '' }, ...cells);
  }

  /** Brings a row into view, past the filter and the page if need be. */
  show(drop) {
    this.chosen = drop;
    if (!this.matching.includes(drop)) this.filter.value = '';
    this.update();
    const at = this.matching.indexOf(drop);
    if (at >= this.shown) {
      this.shown = Math.ceil((at + 1) / PAGE) * PAGE;
      this.update(true);
    }
    const row = document.getElementById(drop.id);
    row.scrollIntoView({ block: 'center' });
    row.focus({ preventScroll: true });
  }

  download(id) {
    const quote = (text) => (/[",\r\n]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text);
    const lines = [this.columns.map((column) => column.name), ...this.matching.map((drop) => drop.texts)];
    const text = lines.map((cells) => cells.map(quote).join(',')).join('\r\n') + '\r\n';
    const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
    make('a', { href: url, download: 'dropped-rows-' + id + '.csv' }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }
}

function mark(fate) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '-7 -7 14 14');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svg.namespaceURI, 'path');
  path.setAttribute('d', fate === 'watermark' ? 'M-8,4 L0,4 L0,-4 L8,-4' : SHAPES[fate].path);
  const colour = 'var(' + (fate === 'watermark' ? '--watermark' : FATES[fate].colour) + ')';
  const filled = fate !== 'watermark' && SHAPES[fate].filled;
  path.setAttribute('style', filled ? 'fill:' + colour : 'fill:none;stroke-width:2;stroke:' + colour);
  svg.append(path);
  return svg;
}

/** The rows of a timeline: those with a loss, and the others that were kept. */
function marksOf(statement, lane) {
  const drops = new Map();
  for (const drop of statement.drops) {
    if (drop.source !== lane.source || drop.time === null) continue;
    const before = drops.get(drop.n);
    if (!before || (drop.whole && !before.whole)) drops.set(drop.n, drop);
  }
  const marks = [...drops.values()].map((drop) => (
    { n: drop.n, time: drop.time, watermark: drop.watermark, fate: drop.whole ? 'lost' : 'partly', drop, file: drop.file, line: drop.line, row: drop.row }));
  for (const [n, time, watermark, file, line, row] of lane.points) {
    if (!drops.has(n)) marks.push({ n, time, watermark, fate: watermark !== null && time <= watermark ? 'late' : 'kept', file, line, row });
  }
  return marks.sort((a, b) => a.n - b.n);
}

function timeline(statement, lane, id) {
  const marks = marksOf(statement, lane);
  const readout = make('div', { class: 'readout' }, make('p', {}, 'Step through the rows with the arrow keys; with Shift to the next dropped row. Click a mark to choose it.'));
  const canvas = make('canvas', {
    tabindex: '0', role: 'slider', id, 'aria-label': 'Rows of ' + lane.name + ' in the order of arrival',
    'aria-valuemin': '1', 'aria-valuemax': String(Math.max(1, marks.length)), 'aria-valuenow': '1', 'aria-valuetext': 'no row chosen',
  });
  const chart = new Timeline(lane, marks, canvas, (chosen, at) => {
    const text = describe(statement, chosen);
    canvas.setAttribute('aria-valuenow', String(at + 1));
    canvas.setAttribute('aria-valuetext', text);
    const lines = [make('p', {}, text)];
    if (chosen.row) lines.push(make('p', { class: 'raw' }, chosen.row));
    if (chosen.drop) lines.push(make('p', {}, make('a', { href: '#' + chosen.drop.id }, 'Row ' + chosen.drop.number + ' of the table')));
    readout.replaceChildren(...lines);
  });
  marks.forEach((each, at) => {
    if (!each.drop) return;
    each.drop.mark = id + '-' + each.drop.number;
    targets.set(each.drop.mark, () => {
      chart.select(at);
      canvas.scrollIntoView({ block: 'center' });
      canvas.focus({ preventScroll: true });
    });
  });
  const button = (text, step) => {
    const element = make('button', { type: 'button' }, text);
    element.addEventListener('click', () => chart.nextLost(step));
    return element;
  };
  const tools = make('div', { class: 'tools' });
  if (marks.some((each) => each.drop)) tools.append(button('Previous dropped', -1), button('Next dropped', 1));
  if (lane.bands.length > 1) tools.append(bandChoice(lane, chart, id));
  const used = Object.keys(FATES).filter((fate) => marks.some((each) => each.fate === fate));
  const shown = marks.length;
  return make('div', {},
    make('h4', {}, lane.name),
    make('p', { class: 'note' }, notes(lane, shown)),
    make('ul', { class: 'legend' },
      ...used.map((fate) => make('li', {}, mark(fate), FATES[fate].label)),
      make('li', {}, mark('watermark'), 'watermark')),
    make('div', { class: 'chart' }, canvas), readout, tools);
}

function notes(lane, shown) {
  const text = ['From left to right in the order of arrival, upwards in event time (UTC).'];
  text.push(shown.toLocaleString('en') + ' of ' + count(lane.rows, 'row') + ' shown'
    + (lane.width > 1 ? ': of every ' + lane.width.toLocaleString('en') + ' rows the earliest and the latest, and every row of the table below' : '') + '.');
  text.push(lane.behind === 1 ? '1 came behind the watermark.' : lane.behind.toLocaleString('en') + ' came behind the watermark.');
  const band = lane.bands[0];
  if (band && band.windows.length) text.push('Bands are the windows of ' + band.name + '.');
  if (band && !band.windows.length && band.count) text.push('Its ' + count(band.count, 'window') + ' are too many to draw.');
  return text.join(' ');
}

function bandChoice(lane, chart, id) {
  const select = make('select', { id: id + '-bands' }, ...lane.bands.map((band, i) => make('option', { value: String(i) }, band.name)));
  select.addEventListener('change', () => {
    chart.band = Number(select.value);
    chart.draw();
  });
  return make('label', { for: id + '-bands' }, 'Windows of ', select);
}

function describe(statement, chosen) {
  const watermark = 'watermark ' + watermarkText(chosen.drop || chosen);
  const where = place(statement, chosen);
  let text = 'Row ' + chosen.n + (where && chosen.file !== undefined ? ' (' + where + ')' : '') + ', event time ' + timeText(chosen.time) + ', ' + watermark + ': ';
  if (!chosen.drop) return text + FATES[chosen.fate].label + '.';
  text += FATES[chosen.fate].label + ', ' + statement.reasons[chosen.drop.why];
  if (!chosen.drop.inTime) text += ', too late by ' + durationText(chosen.drop.late);
  return text + (chosen.drop.keep === undefined ? '.' : '; a delay of ' + durationText(chosen.drop.keep) + ' would have kept it.');
}

function table(heads, rows) {
  const kind = (text) => (text.startsWith('>') ? 'number' : '');
  const name = (text) => text.replace(/^>/, '');
  return make('div', { class: 'scroll' }, make('table', { class: 'cards' },
    make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col', class: kind(head) }, name(head))))),
    make('tbody', {}, ...rows.map((row) => make('tr', {}, ...row.map((cell, i) => make('td', { class: kind(heads[i]), 'data-label': name(heads[i]) }, cell)))))));
}

/** How many of the lost rows longer delays keep; nothing where that is not known of every row. */
function delays(statement, id) {
  const late = statement.drops.filter((drop) => !drop.inTime);
  if (!late.length || statement.lost > statement.drops.length || late.some((drop) => drop.keep === undefined)) return [];
  const keeps = late.map((drop) => drop.keep).sort((a, b) => a - b);
  const chosen = [...new Set([0.5, 0.9, 0.99, 1].map((share) => keeps[Math.ceil(share * keeps.length) - 1]))];
  const rows = chosen.map((delay) => {
    const kept = keeps.filter((keep) => keep <= delay).length;
    return [durationText(delay), kept.toLocaleString('en'), (statement.lost - kept).toLocaleString('en')];
  });
  return [make('h3', { id }, 'Longer watermark delays'),
    make('p', { class: 'note' }, 'What they would have kept of these rows, in all of their windows. Results come later by as much as the delay is longer.'),
    table(['watermark delay', '>rows kept', '>rows still lost'], rows)];
}

function accounts(statement) {
  const number = (n) => n.toLocaleString('en');
  const parts = [];
  if (statement.accounts.length) {
    parts.push(table(['operator', '>rows in', '>accepted', '>behind watermark', '>dropped whole', '>contributions lost'],
      statement.accounts.map((a) => [a.operator, number(a.rows_in), number(a.accepted), number(a.behind_watermark), number(a.dropped_whole), number(a.contributions_lost)])));
  } else {
    parts.push(make('p', { class: 'note' }, 'None of the operators below is audited.'));
  }
  statement.notAudited.forEach((n) => parts.push(make('p', { class: 'note' }, 'Not audited: ' + n.operator + ' (' + n.why + ')')));
  return parts;
}

function plan(statement) {
  return make('ol', { class: 'plan' }, ...statement.plan.map((node) => make('li', {},
    make('strong', {}, node.name), node.from.length ? ' from ' + node.from.map((i) => i + 1).join(', ') : '',
    make('br'), make('code', {}, node.text))));
}

function section(statement, index) {
  const id = 's' + (index + 1);
  statement.drops.forEach((drop, i) => {
    drop.number = i + 1;
    drop.id = id + '-d' + drop.number;
  });
  const element = make('section', { class: 'statement', id, 'aria-labelledby': id + '-name' },
    make('h2', { id: id + '-name' }, statement.statement),
    make('p', { class: 'verdict ' + (statement.lost ? 'lost' : statement.notAudited.length ? '' : 'kept') }, statement.conclusion));
  if (statement.lanes.length) {
    element.append(make('h3', {}, 'Timeline'), ...statement.lanes.map((lane, i) => timeline(statement, lane, id + '-t' + (i + 1))));
  }
  element.append(make('h3', {}, 'Dropped rows'));
  if (statement.drops.length) {
    const drops = new DropTable(statement, id);
    statement.drops.forEach((drop) => targets.set(drop.id, () => drops.show(drop)));
    element.append(drops.element, ...delays(statement, id + '-delays'));
  } else {
    element.append(make('p', { class: 'note' }, statement.lost ? 'None is shown, see the counts.' : 'None.'));
  }
  element.append(make('h3', {}, 'Accounts'), ...accounts(statement));
  element.append(make('h3', {}, 'Settings'), make('dl', {}, ...statement.settings.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)])));
  element.append(make('h3', {}, 'Plan'), plan(statement));
  return element;
}

function follow() {
  const show = targets.get(decodeURIComponent(location.hash.slice(1)));
  if (show) show();
}

data.statements.forEach((statement, index) => document.getElementById('main').append(section(statement, index)));
if (!data.statements.length) document.getElementById('main').append(make('p', {}, 'No statement has started a job.'));
if (data.statements.length > 1) {
  document.getElementById('contents').append(make('ul', {}, ...data.statements.map((statement, i) => make('li', {},
    make('a', { href: '#s' + (i + 1) }, statement.statement), ': ' + statement.conclusion))));
}
addEventListener('hashchange', follow);
// A link to where the address already is shows it again.
addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link && link.getAttribute('href') === location.hash) follow();
});
follow();
