'use strict';
// Builds the parts of a report on one statement. Everything that comes from rows is set as text, never as HTML.

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
  if (entry.file === undefined || entry.file === null) return entry.n === undefined ? '' : 'row ' + entry.n;
  return statement.files[entry.file].replace(/^.*\//, '') + ':' + entry.line;
}

function watermarkText(entry) {
  if (entry.atEnd) return 'end of input';
  return entry.watermark === null ? 'none yet' : timeText(entry.watermark);
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
  for (const [n, time, watermark, loss, file, line, row] of lane.points) {
    const fate = loss ? ['', 'partly', 'lost'][loss] : watermark !== null && time <= watermark ? 'late' : 'kept';
    if (!drops.has(n)) marks.push({ n, time, watermark, fate, file, line, row });
  }
  return marks.sort((a, b) => a.n - b.n);
}

/** Puts an element into view and makes it the one that keys go to. */
function goTo(element) {
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
}

/** A number that leads to its rows. */
function lead(text, label, action) {
  const button = make('button', { type: 'button', class: 'lead', 'aria-label': text + ': ' + label, title: label }, text);
  button.addEventListener('click', action);
  return button;
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
      goTo(canvas);
    });
  });
  statement.charts.push({ lane, chart, canvas });
  const button = (text, step) => {
    const element = make('button', { type: 'button' }, text);
    element.addEventListener('click', () => chart.nextLost(step));
    return element;
  };
  const tools = make('div', { class: 'tools' });
  if (marks.some((each) => each.drop)) tools.append(button('Previous dropped', -1), button('Next dropped', 1));
  if (lane.bands.length > 1) tools.append(bandChoice(lane, chart, id));
  if (statement.lost > statement.drops.length) chart.listedTo = Math.max(0, ...statement.drops.slice(0, statement.first).filter((d) => d.source === lane.source).map((d) => d.n));
  const note = make('p', { class: 'note' }, notes(lane, chart));
  if (lane.steps.length) tools.append(viewChoice(lane, chart, id, note));
  const used = Object.keys(FATES).filter((fate) => marks.some((each) => each.fate === fate));
  return make('div', {},
    make('h4', {}, lane.name),
    note,
    make('ul', { class: 'legend' },
      ...used.map((fate) => make('li', {}, mark(fate), FATES[fate].label)),
      make('li', {}, mark('watermark'), 'watermark')),
    make('div', { class: 'chart' }, canvas), readout, tools);
}

function notes(lane, chart) {
  const text = ['From left to right in the order of arrival, upwards ' + (chart.view === 'time' ? 'in event time (UTC).'
    : 'how far the event time is ahead of the watermark when the row comes.')];
  text.push(chart.marks.length.toLocaleString('en') + ' of ' + count(lane.rows, 'row') + ' shown'
    + (lane.width > 1 ? ': of every ' + lane.width.toLocaleString('en') + ' rows the earliest and the latest, and every row of the table below' : '') + '.');
  if (chart.listedTo) text.push('Dropped rows are all shown up to row ' + chart.listedTo.toLocaleString('en') + ', from there on they are thinned too.');
  text.push(lane.behind === 1 ? '1 came behind the watermark.' : lane.behind.toLocaleString('en') + ' came behind the watermark.');
  const band = lane.bands[0];
  if (chart.view === 'time' && band && band.windows.length) text.push('Bands are the windows of ' + band.name + '.');
  if (chart.view === 'time' && band && !band.windows.length && band.count) text.push('Its ' + count(band.count, 'window') + ' are too many to draw.');
  return text.join(' ');
}

function viewChoice(lane, chart, id, note) {
  const option = (view, text) => make('option', chart.view === view ? { value: view, selected: '' } : { value: view }, text);
  const select = make('select', { id: id + '-view' }, option('time', 'event time'), option('ahead', 'ahead of the watermark'));
  select.addEventListener('change', () => {
    chart.look(select.value);
    note.textContent = notes(lane, chart);
  });
  return make('label', { for: id + '-view' }, 'Upwards ', select);
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
  let text = 'Row ' + chosen.n + (where && typeof chosen.file === 'number' ? ' (' + where + ')' : '') + ', event time ' + timeText(chosen.time) + ', ' + watermark + ': ';
  if (!chosen.drop) return text + FATES[chosen.fate].label + (chosen.fate === 'lost' || chosen.fate === 'partly' ? ' (not in the table, which has the first rows)' : '') + '.';
  text += FATES[chosen.fate].label + ', ' + statement.reasons[chosen.drop.why];
  if (!chosen.drop.notLate) text += ', too late by ' + durationText(chosen.drop.late);
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
function delays(statement) {
  const why = statement.sweep && statement.sweep.obstacle;
  const note = why ? [make('p', { class: 'note' }, 'The whole curve takes a run for each delay, because ' + why + ': tidemark sweep makes them.')] : [];
  const late = statement.drops.filter((drop) => !drop.notLate);
  if (!late.length || statement.lost > statement.drops.length || late.some((drop) => drop.keep === undefined)) return note;
  const keeps = late.map((drop) => drop.keep).sort((a, b) => a - b);
  const chosen = [...new Set([0.5, 0.9, 0.99, 1].map((share) => keeps[Math.ceil(share * keeps.length) - 1]))];
  const rows = chosen.map((delay) => {
    const kept = keeps.filter((keep) => keep <= delay).length;
    const lost = statement.lost - kept;
    return [durationText(delay), inTable(statement, kept, 'kept by ' + durationText(delay), (drop) => drop.keep <= delay),
      inTable(statement, lost, 'lost under ' + durationText(delay), (drop) => !(drop.keep <= delay))];
  });
  return [...note,
    make('p', { class: 'note' }, 'What longer delays would have kept of the dropped rows, in all of their windows. Results come later by as much as the delay is longer.'),
    table(['watermark delay', '>rows kept', '>rows still lost'], rows)];
}

/** A number of an account, leading to rows of the timeline. */
function onTimeline(statement, number, label, select) {
  const text = number.toLocaleString('en');
  const there = statement.charts[0];
  if (!number || !there || !there.chart.marks.length) return text;
  return lead(text, label, () => {
    select(there.chart);
    goTo(there.canvas);
  });
}

/** A number of lost rows, leading to the drop table. */
function inTable(statement, number, what, test) {
  const text = number.toLocaleString('en');
  if (!number || !statement.table || !statement.drops.some(test)) return text;
  return lead(text, 'show the rows', () => statement.table.narrow(what, test));
}

function accounts(statement) {
  const parts = [];
  if (statement.accounts.length) {
    parts.push(table(['operator', '>rows in', '>accepted', '>behind watermark', '>dropped whole', '>contributions lost'],
      statement.accounts.map((a) => {
        const here = (drop) => drop.op === a.op;
        return [a.operator,
          onTimeline(statement, a.rows_in, 'go to the first row', (chart) => chart.select(0)),
          onTimeline(statement, a.accepted, 'go to the first row that was accepted', (chart) => chart.next((m) => !m.drop || m.fate !== 'lost', -1)),
          onTimeline(statement, a.behind_watermark, 'go to the next row behind the watermark', (chart) => chart.next((m) => m.fate !== 'kept', chart.at)),
          inTable(statement, a.dropped_whole, 'dropped whole by ' + a.operator, (drop) => here(drop) && drop.whole),
          inTable(statement, a.contributions_lost, 'lost by ' + a.operator, here)];
      })));
  } else {
    parts.push(make('p', { class: 'note' }, statement.notAudited.length ? 'No operator has an account.' : 'None: no operator of this plan drops rows because of their time.'));
  }
  statement.notAudited.forEach((n) => parts.push(make('p', { class: 'note' }, 'Not audited: ' + n.operator + ' (' + n.why + ')')));
  return parts;
}

function plan(statement) {
  return make('ol', { class: 'plan' }, ...statement.plan.map((node) => make('li', {},
    make('strong', {}, node.name), node.from.length ? ' from ' + node.from.map((i) => i + 1).join(', ') : '',
    make('br'), make('code', {}, node.text))));
}

function refusal(statement, id) {
  return make('section', { class: 'statement', id, 'aria-labelledby': id + '-name' },
    make('h2', { id: id + '-name' }, statement.statement),
    make('p', { class: 'verdict lost' }, 'The planner has refused this statement.'),
    make('pre', {}, statement.refused));
}

function section(statement, index) {
  const id = 's' + (index + 1);
  if (statement.refused) return refusal(statement, id);
  statement.charts = [];
  statement.drops.forEach((drop, i) => {
    drop.number = i + 1;
    drop.id = id + '-d' + drop.number;
  });
  const element = make('section', { class: 'statement', id, 'aria-labelledby': id + '-name' },
    make('h2', { id: id + '-name' }, statement.statement),
    make('p', { class: 'verdict ' + (statement.lost ? 'lost' : statement.notAudited.length ? '' : 'kept') }, statement.conclusion));
  const parts = make('ul', { class: 'parts' });
  element.append(make('nav', { 'aria-label': 'Parts of ' + statement.statement }, parts));
  const part = (name, title, ...content) => {
    if (!content.length) return;
    parts.append(make('li', {}, make('a', { href: '#' + id + '-' + name }, title)));
    element.append(make('h3', { id: id + '-' + name }, title), ...content);
  };
  if (statement.drops.length) {
    statement.table = new DropTable(statement, id);
    statement.drops.forEach((drop) => targets.set(drop.id, () => statement.table.show(drop)));
  }
  part('timeline', 'Timeline', ...statement.lanes.map((lane, i) => timeline(statement, lane, id + '-t' + (i + 1))));
  part('drops', 'Dropped rows', statement.table ? statement.table.element
    : make('p', { class: 'note' }, statement.lost ? 'None is shown, see the counts.' : 'None.'));
  part('delays', 'Watermark delays', ...(sweep(statement, id) || delays(statement)));
  part('accounts', 'Accounts', ...accounts(statement));
  if (statement.changelog) part('changelog', 'Changelog', ...changelog(statement, id));
  part('settings', 'Settings', make('dl', {}, ...statement.settings.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)])));
  part('plan', 'Plan', plan(statement));
  return element;
}

function follow() {
  const show = targets.get(decodeURIComponent(location.hash.slice(1)));
  if (show) show();
}

addEventListener('hashchange', follow);
// A link to where the address already is shows it again.
addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="#"]');
  if (link && link.getAttribute('href') === location.hash) follow();
});
