'use strict';
// The table of dropped rows: a filter, sorting, the rows behind a number, and a download.

const PAGE = 50;

function windowsText(drop, whole) {
  const shown = drop.windows.map(([start, end]) => timeText(start) + ' – ' + (whole ? timeText(end) : endText(start, end))).join('; ');
  return drop.missed > drop.windows.length ? shown + ' +' + (drop.missed - drop.windows.length) : shown;
}

// The end of a window, without the day if that is the start's.
function endText(start, end) {
  const [day, time] = timeText(end).split(' ');
  return timeText(start).startsWith(day + ' ') ? time : day + ' ' + time;
}

// Columns of the drop table: name, kind, what is shown, what is sorted by.
function columns(statement) {
  return [
    { name: '#', kind: 'number', text: (d) => String(d.number), key: (d) => d.number },
    { name: 'row', kind: 'raw', text: (d) => place(statement, d) + '\n' + d.row, key: (d) => d.n || 0 },
    { name: 'reason', kind: 'words', once: true, text: (d) => statement.reasons[d.why], key: (d) => d.why },
    { name: 'operator', kind: 'name', once: true, text: (d) => statement.plan[d.op].name, key: (d) => d.op },
    { name: 'row time', kind: 'time', text: (d) => timeText(d.time), key: (d) => d.time },
    { name: 'watermark', kind: 'lines', text: (d) => watermarkText(d) + (d.by ? '\nset by ' + d.by : ''), whole: (d) => watermarkText(d) + (d.by ? ' (set by ' + d.by + ')' : ''), key: (d) => (d.atEnd ? Infinity : d.watermark) },
    { name: 'missed windows', kind: 'words', text: (d) => windowsText(d, false), whole: (d) => windowsText(d, true), key: (d) => (d.windows.length ? d.windows[0][0] : -Infinity) },
    { name: 'too late by', kind: 'number', text: (d) => d.notLate ?? durationText(d.late), key: (d) => d.late },
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
    this.scope = null; // the rows behind a number: what they are, and a test
    this.unscope = make('button', { type: 'button', class: 'scope' });
    this.unscope.addEventListener('click', () => {
      this.scope = null;
      this.update();
      this.filter.focus();
    });
    const download = make('button', { type: 'button' }, 'Download CSV');
    download.addEventListener('click', () => this.download(id));
    this.found = make('span', { role: 'status', class: 'note' });
    this.body = make('tbody');
    this.heads = this.columns.map((column) => this.head(column));
    this.more = make('button', { type: 'button', class: 'more' });
    this.more.addEventListener('click', () => {
      this.shown *= 2;
      this.update(true);
    });
    this.element = make('div', {},
      make('div', { class: 'tools' },
        make('label', { for: id + '-filter' }, 'Filter ', this.filter), this.unscope, download, this.found),
      make('div', { class: 'scroll' },
        make('table', { class: 'cards' },
          make('thead', {}, make('tr', {}, ...this.heads)), this.body)),
      this.more);
    // What is the same in every row is said once, above them.
    this.heads.forEach((head, i) => {
      head.hidden = this.isSame(i);
    });
    const same = this.columns.filter((_, i) => this.isSame(i)).map((column) => column.name + ': ' + column.text(this.rows[0]));
    if (same.length) this.element.firstChild.before(make('p', { class: 'note' }, 'Of every row: ' + same.join('; ') + '.'));
    this.update();
  }

  isSame(i) {
    const { once, key } = this.columns[i];
    return Boolean(once) && this.rows.length > 1 && this.rows.every((drop) => key(drop) === key(this.rows[0]));
  }

  /** The cells of a row; made when they are asked for, because there may be many rows. */
  texts(drop) {
    if (!drop.texts) drop.texts = this.columns.map((column) => column.text(drop));
    return drop.texts;
  }

  holds(drop, words) {
    if (!words) return true;
    if (!drop.sought) drop.sought = this.texts(drop).join('\n').toLowerCase();
    return drop.sought.includes(words);
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
    const scope = this.scope;
    this.matching = this.rows.filter((drop) => this.holds(drop, words) && (!scope || scope.test(drop)));
    this.unscope.hidden = !scope;
    this.unscope.textContent = scope ? '✕ Only ' + scope.what : '';
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
    this.found.textContent = (words || scope ? this.matching.length.toLocaleString('en') + ' of ' + all + ' found' : all)
      + (lost > this.rows.length ? ', the first and the latest of ' + count(lost, 'row') + ' with a loss' : '');
    const rest = this.matching.length - this.shown;
    this.more.hidden = rest <= 0;
    this.more.textContent = rest <= this.shown ? 'Show the other ' + count(rest, 'row') : 'Show ' + this.shown + ' more of ' + count(rest, 'row');
  }

  row(drop) {
    const texts = this.texts(drop);
    const cells = this.columns.map((column, i) => {
      const cell = make('td', { class: column.kind, 'data-label': column.name });
      if (i === 0 && drop.mark) cell.append(make('a', { href: '#' + drop.mark, 'aria-label': 'Show row ' + texts[0] + ' on the timeline' }, texts[0]));
      else cell.append(texts[i]);
      cell.hidden = this.heads[i].hidden;
      return cell;
    });
    return make('tr', { id: drop.id, tabindex: '-1', class: drop === this.chosen ? 'chosen' : '' }, ...cells);
  }

  /** Shows the rows behind a number and nothing else. */
  narrow(what, test) {
    this.scope = { what, test };
    this.filter.value = '';
    this.update();
    this.element.scrollIntoView({ block: 'start' });
    this.unscope.focus({ preventScroll: true });
  }

  /** Brings a row into view, past the filter and the page if need be. */
  show(drop) {
    this.chosen = drop;
    if (!this.matching.includes(drop)) {
      this.filter.value = '';
      this.scope = null;
    }
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
    const lines = [this.columns.map((column) => column.name), ...this.matching.map((drop) => this.columns.map((column) => (column.whole || column.text)(drop)))];
    const text = lines.map((cells) => cells.map(quote).join(',')).join('\r\n') + '\r\n';
    const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
    make('a', { href: url, download: 'dropped-rows-' + id + '.csv' }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
  }
}
