'use strict';
// The server's page: a box for SQL and the list of runs at /, a run at /runs/N. What is said of a run's
// statements is drawn by the report's scripts.

const main = document.getElementById('main');
const TICK = 300; // ms between two looks at a run that goes on

async function call(method, path, body) {
  const options = { method, headers: { 'X-Tidemark': 'page' } };
  if (body !== undefined) options.body = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(path, options);
  const text = await response.text();
  if (!response.ok) throw new Error(text.trim() || 'The server answers ' + response.status + '.');
  return JSON.parse(text);
}

function button(text, action, attributes) {
  const element = make('button', { type: 'button', ...attributes }, text);
  element.addEventListener('click', action);
  return element;
}

function errorText(error) {
  return error instanceof TypeError ? 'The server does not answer: is it up? (tidemark status)' : error.message;
}

/* ---- the first view ---------------------------------------------------------------------------- */

async function home() {
  document.title = 'Tidemark';
  const box = make('textarea', { id: 'sql', spellcheck: 'false', autocomplete: 'off' });
  const error = make('p', { class: 'status error', role: 'alert' });
  const unanswered = make('p', { class: 'status error' });
  const list = make('div', { id: 'lists' });
  setInterval(() => list.querySelectorAll('[data-idle]').forEach((each) => { each.textContent = idleText(Number(each.dataset.idle)); }), 1000);
  const start = async (what) => {
    error.textContent = '';
    try {
      const run = await call('POST', '/api/runs', what);
      location.assign('/runs/' + run.run);
    } catch (e) {
      error.textContent = errorText(e);
    }
  };
  const examples = make('select', { id: 'examples' }, make('option', { value: '' }, 'choose one'));
  main.replaceChildren(
    make('label', { class: 'above', for: 'sql' }, 'SQL, one statement or several'), box,
    make('div', { class: 'tools' },
      button('Run', () => start({ sql: box.value }), { id: 'run' }),
      button('Run row by row', () => start({ sql: box.value, paused: true }), { id: 'run-paused' }),
      make('label', { for: 'examples' }, 'Example ', examples)),
    programForm(async (program, paused) => start({ program, paused })),
    error, unanswered, list);
  examples.addEventListener('change', () => { if (examples.value) box.value = examples.value; });
  const known = await call('GET', '/api/examples');
  examples.append(...known.examples.map((each) => make('option', { value: each.sql }, each.name)));
  if (!known.examples.length) examples.parentElement.remove();
  offerPrograms(known.programs || []);
  for (;;) {
    try {
      const known = list.dataset.changes || -1;
      const { runs, sessions, commands, changes } = await call('GET', '/api/runs?after=' + known);
      list.dataset.changes = changes;
      const rows = runs.map((run) => [make('a', { href: '/runs/' + run.run }, 'run ' + run.run), run.state, (run.extraDelay ? 'Watermarks ' + later(run.extraDelay) + ': ' : '') + cut(run.program || run.sql)]);
      if (String(changes) !== known) {
        list.replaceChildren(make('h2', {}, 'Runs'), rows.length ? table(['run', 'state', 'what runs'], rows) : make('p', { class: 'note' }, 'None yet.'),
          ...(sessions ? sessionsTable(sessions) : []), ...(commands ? commandsTable(commands) : []));
      }
      unanswered.textContent = '';
    } catch (e) {
      unanswered.textContent = errorText(e);
      await pause(2000);
    }
    await pause(TICK);
  }
}

function clock(ms) {
  return new Date(ms).toLocaleTimeString();
}

function idleText(last) {
  const seconds = Math.max(0, Math.round((Date.now() - last) / 1000));
  return seconds < 120 ? seconds + ' s' : Math.floor(seconds / 60) + ' min';
}

/** The gateway's sessions: of Flink's client, its JDBC driver, curl. */
function sessionsTable(sessions) {
  const rows = sessions.map((each) => [
    each.session + '…' + (each.name ? ' ' + each.name : ''), clock(each.since),
    make('span', { 'data-idle': String(each.lastRequest) }, idleText(each.lastRequest)),
    String(each.statements), each.state, cut(each.sql)]);
  return [make('h2', {}, 'Sessions of the gateway'), rows.length
    ? table(['session', 'since', 'idle for', '>statements', 'the last one', 'its SQL'], rows)
    : make('p', { class: 'note' }, 'None is open.')];
}

/** Calls of bin/sql-client.sh that ran in the server. */
function commandsTable(commands) {
  const rows = commands.map((each) => [String(each.command), clock(each.since),
    each.exitCode === undefined ? 'running' : 'exit code ' + each.exitCode + ' after ' + durationText(each.millis),
    cut(each.words), each.directory]);
  return [make('h2', {}, 'Calls of bin/sql-client.sh'), rows.length
    ? table(['>call', 'at', 'state', 'tidemark …', 'in'], rows)
    : make('p', { class: 'note' }, 'None yet.')];
}

function cut(sql) {
  const line = sql.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? line.slice(0, 159) + '…' : line;
}

function pause(ms) {
  return new Promise((resolve) => { setTimeout(resolve, ms); });
}

/* ---- a run ------------------------------------------------------------------------------------- */

const STATES = {
  running: 'It is running.',
  paused: 'It waits: the next row has not been handled yet.',
  done: 'It is done.',
  stopped: 'It was stopped.',
  failed: 'It has failed; the messages say why.',
};

class RunView {
  constructor(number) {
    this.number = number;
    this.status = make('p', { class: 'status', role: 'status' });
    this.error = make('p', { class: 'status error', role: 'alert' });
    this.buttons = new Map([['pause', 'Pause'], ['step', 'Next row'], ['next-drop', 'To the next drop'], ['go-on', 'Go on'], ['stop', 'Stop']]
      .map(([action, text]) => [action, button(text, () => this.act(action), { id: action })]));
    this.statements = make('div', {});
    this.out = make('pre', { class: 'printed', tabindex: '0', 'aria-label': 'What the script prints' });
    this.outNote = make('p', { class: 'note' });
    this.errNote = make('p', { class: 'note' });
    this.err = make('pre', { class: 'printed', tabindex: '0', 'aria-label': 'Messages' });
    this.errTitle = make('h3', {}, 'Messages');
    this.sql = make('pre', { class: 'printed', tabindex: '0', 'aria-label': 'The script' });
    this.again = make('p', { class: 'note' });
    this.typing = new Typing((action, text) => this.act(action, text));
    this.sqlTitle = make('h3', {}, 'Script');
    const printed = [make('h3', { id: 'printed' }, 'Printed'), this.out, this.outNote, this.errTitle, this.err, this.errNote];
    this.printed = make('div', {}, ...printed);
    this.drawn = [];
    main.replaceChildren(
      make('h2', {}, 'Run ' + number), this.again, this.status,
      make('div', { class: 'tools' }, ...this.buttons.values(), make('a', { href: '/' }, 'All runs')),
      this.error, this.typing.element, this.statements, this.printed, this.sqlTitle, this.sql);
  }

  /** Whether it was done. */
  async act(action, text) {
    try {
      await call('POST', '/api/runs/' + this.number + '/' + action, text);
      this.error.textContent = '';
      return true;
    } catch (e) {
      this.error.textContent = errorText(e);
      return false;
    }
  }

  /** The script can run once more with another delay, unless it would write its rows once more. */
  offerAgain(run, statement, extra, delay) {
    if (run.statements.some((each) => each.writes)) return [make('p', { class: 'note' }, 'With another delay the script would write its INSERT INTO tables again; make it a SELECT to see it run.')];
    if (!extra) return [];
    return [make('p', {}, button('Run again with a delay of ' + delay, async () => {
      try {
        const started = await call('POST', '/api/runs', { sql: run.sql, extraDelay: run.extraDelay + extra });
        location.assign('/runs/' + started.run);
      } catch (e) {
        this.error.textContent = errorText(e);
        goTo(this.error);
      }
    }, { class: 'link' }))];
  }

  async follow() {
    let known = -1;
    let took = 0;
    for (;;) {
      try {
        const run = await call('GET', '/api/runs/' + this.number + '?after=' + known);
        known = run.changes;
        const begun = performance.now();
        this.show(run);
        took = performance.now() - begun;
        if (!['running', 'paused'].includes(run.state)) return;
        this.error.textContent = '';
      } catch (e) {
        this.error.textContent = errorText(e);
        if (!(e instanceof TypeError)) {
          if (known < 0) main.replaceChildren(make('h2', {}, 'Run ' + this.number), this.error, make('p', {}, make('a', { href: '/' }, 'All runs')));
          return;
        }
      }
      // A slow browser is to have time for whoever looks at it.
      await pause(Math.max(TICK, 4 * took));
    }
  }

  show(run) {
    document.title = 'Run ' + run.run + ', ' + run.state + ' – Tidemark';
    this.status.textContent = STATES[run.state];
    const going = run.state === 'running' || run.state === 'paused';
    for (const [action, element] of this.buttons) {
      element.disabled = !going || (action === 'pause' && run.state === 'paused') || (action === 'go-on' && run.state === 'running');
    }
    this.typing.show(run);
    if (run.program && this.printed.nextSibling !== this.statements) this.statements.before(this.printed);
    set(this.sqlTitle, run.program ? 'Program' : 'Script');
    set(this.sql, run.program || run.sql);
    set(this.out, run.out);
    set(this.err, run.err);
    set(this.again, run.extraDelay ? 'With watermarks ' + later(run.extraDelay) + ' than the script says.' : '');
    this.errTitle.hidden = !run.err;
    this.err.hidden = !run.err;
    set(this.outNote, notShown(run.out, run.outLeft));
    set(this.errNote, notShown(run.err, run.errLeft));
    run.statements.forEach((statement, index) => this.draw(statement, index, run));
    follow();
  }

  /** A statement is drawn again only if there is something new about it. */
  draw(statement, index, run) {
    const text = JSON.stringify(statement) + run.again;
    const before = this.drawn[index];
    if (before && before.text === text) return;
    const focused = document.activeElement && before && before.element.contains(document.activeElement) ? document.activeElement.id : '';
    // The delay that somebody is looking at stays.
    statement.delays = before ? before.delays : new Map();
    statement.again = (extra, delay) => this.offerAgain(run, statement, extra, delay);
    const element = section(statement, index);
    const rows = run.state === 'paused' || run.program ? elements(statement) : [];
    element.querySelector('nav').after(...rows, ...watermarks(statement));
    if (before) before.element.replaceWith(element);
    else this.statements.append(element);
    this.drawn[index] = { text, element, delays: statement.delays };
    if (run.state === 'paused') latest(statement);
    if (focused && document.getElementById(focused)) document.getElementById(focused).focus({ preventScroll: true });
  }
}

/** Milliseconds by which watermarks stand back, in words. */
function later(extra) {
  return durationText(Math.abs(extra)) + (extra > 0 ? ' later' : ' earlier');
}

/** What is said below the first part of what a run has printed. */
function notShown(text, left) {
  return left ? 'The first ' + text.length.toLocaleString('en') + ' characters; ' + left.toLocaleString('en') + ' more bytes were printed and are not shown.' : '';
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** While a run waits, its last row is the one that is looked at. */
function latest(statement) {
  const there = statement.charts.find(({ chart }) => chart.marks.length);
  if (there) there.chart.select(there.chart.marks.length - 1);
}

/** Where event time stands, and what holds it back; and the windows that are open. */
function watermarks(statement) {
  const rows = [];
  for (const each of statement.watermarks) {
    const last = rows[rows.length - 1];
    // Operators in a row mostly stand at the same time.
    if (last && last.watermark === each.watermark && last.atEnd === each.atEnd && !each.heldBackBy) last.operator += ', ' + each.operator;
    else rows.push({ ...each });
  }
  if (rows.every((each) => each.atEnd || each.watermark === null)) return [];
  const parts = [make('h3', {}, 'Watermarks'),
    table(['operator', 'watermark', 'set by', 'held back by'], rows.map((each) => [
      each.operator, each.atEnd ? 'end of input' : each.watermark === null ? 'none yet' : timeText(each.watermark),
      each.setBy === undefined ? '' : 'row ' + each.setBy, each.heldBackBy || '']))];
  const open = openWindows(statement);
  if (open) parts.push(make('p', { class: 'note', id: 'open-windows' }, open));
  return parts;
}

/** Those of the first operator with windows, where event time stands there: it may wait for another source. */
function openWindows(statement) {
  const lane = statement.lanes.find((each) => each.bands.length && each.bands[0].windows.length);
  const last = statement.watermarks[statement.watermarks.length - 1];
  if (!lane || last.atEnd) return '';
  const { name, lateness } = lane.bands[0];
  const { watermark } = statement.watermarks.find((each) => each.operator === name);
  const windows = new Map();
  for (const each of statement.lanes) {
    for (const band of each.bands) {
      if (band.name === name) band.windows.forEach((window) => windows.set(window.join(), window));
    }
  }
  const open = [...windows.values()].sort((a, b) => a[1] - b[1] || a[0] - b[0])
    .filter(([, end]) => watermark === null || end - 1 + lateness > watermark);
  if (!open.length) return 'No window is open.';
  const text = ([start, end]) => timeText(start) + ' – ' + timeText(end) + (watermark !== null && end - 1 <= watermark ? ' (has fired, takes late rows)' : '');
  return count(open.length, 'open window') + ': ' + open.slice(0, 5).map(text).join('; ') + (open.length > 5 ? '; …' : '') + '.';
}

/* ---- which view ----------------------------------------------------------------------------------- */

const view = location.pathname.match(/^\/runs\/(\d+)$/);
if (view) new RunView(Number(view[1])).follow();
else home();
