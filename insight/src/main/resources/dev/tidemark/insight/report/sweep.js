'use strict';
// Losses against the watermark delay. The curve falls in steps: at each of its points less begins to be
// lost. Delays that matter are marked by shape and name; a slider below moves a mark along the curve, from
// point to point.

const DELAYS = [1, 10, 100, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 3e4, 6e4, 12e4, 3e5, 6e5, 12e5, 18e5, 36e5, 72e5, 216e5, 432e5, 864e5, 1728e5, 6048e5];
const SVG = 'http://www.w3.org/2000/svg';

/** An element of SVG with attributes and a text. */
function draw(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/** How results come against now. */
function against(delay, own) {
  if (delay === own) return 'results come as now';
  return 'results come ' + durationText(Math.abs(delay - own)) + (delay > own ? ' later' : ' earlier') + ' than now';
}

function shareText(part, all) {
  const percent = all ? (100 * part) / all : 0;
  return percent.toFixed(percent > 0 && percent < 0.1 ? 3 : 1) + ' %';
}

const TRACK = 1000; // steps of the slider from end to end, which lies below the curve
const THUMB = 16; // px; its middle stands below the mark

class SweepChart {
  /** choose is told of the chosen point: [delay, rows in, rows dropped, contributions lost]. */
  constructor(sweep, operator, holder, slider, choose) {
    this.own = sweep.own;
    this.knee = operator.knee;
    this.points = operator.points;
    this.holder = holder;
    this.slider = slider;
    this.choose = choose;
    this.first = Math.min(0, this.points[0][0]); // a watermark ahead of the rows has a negative delay
    this.last = Math.max(1, this.points[this.points.length - 1][0]);
    this.most = Math.max(1, ...this.points.map((p) => Math.max(p[2], p[3])));
    // An operator without windows loses rows, and no contributions.
    const windows = this.points.some((p) => p[3] > 0);
    this.twoLines = windows && this.points.some((p) => p[2] !== p[3]);
    this.marked = this.twoLines ? 3 : 2; // which line carries the marks: the knee is that of the contributions
    // A long tail of few rows would press all the rest against the left.
    const middle = this.points.find((p) => p[this.marked] <= this.points[0][this.marked] / 5);
    this.log = this.first === 0 && middle !== undefined && middle[0] * 12 < this.last;
    this.unit = Math.max(1, Math.min(1000, this.last / 1000));
    this.at = Math.max(0, this.points.findIndex((p) => p[0] === this.own));
    slider.addEventListener('keydown', (e) => this.key(e));
    slider.addEventListener('input', () => this.slide());
    for (const [event, held] of [['pointerdown', true], ['pointerup', false], ['pointercancel', false]]) {
      slider.addEventListener(event, () => { this.held = held; });
    }
    holder.addEventListener('click', (e) => this.click(e));
    new ResizeObserver(() => this.draw()).observe(holder);
  }

  /** Where a delay stands between the first and the last, from 0 to 1. */
  share(delay) {
    return this.log ? Math.log1p(delay / this.unit) / Math.log1p(this.last / this.unit) : (delay - this.first) / (this.last - this.first);
  }

  x(delay) { return this.left + this.share(delay) * (this.width - this.left - 18); }

  y(lost) { return this.height - 30 - (lost / this.most) * (this.height - 68); }

  draw() {
    this.width = this.holder.clientWidth;
    this.height = this.holder.clientHeight;
    if (!this.width) return;
    this.left = 22 + 7 * this.most.toLocaleString('en').length;
    const svg = draw('svg', { width: this.width, height: this.height, 'aria-hidden': 'true' });
    this.drawAxes(svg);
    if (this.twoLines) this.line(svg, 3, 'contributions');
    this.line(svg, 2, 'rows');
    this.drawMark(svg, this.own, 'now ' + durationText(this.own), 'now', 16);
    if (this.knee !== null && this.knee !== this.own) this.drawMark(svg, this.knee, 'knee ' + durationText(this.knee), 'knee', 32);
    const chosen = this.points[this.at];
    const x = this.x(chosen[0]);
    svg.append(draw('line', { class: 'chosen', x1: x, x2: x, y1: this.y(chosen[this.marked]) + 8, y2: this.height - 30 }));
    svg.append(draw('circle', { class: 'chosen', cx: x, cy: this.y(chosen[this.marked]), r: 8 }));
    this.holder.replaceChildren(svg);
    this.slider.style.marginLeft = this.left - THUMB / 2 + 'px';
    this.slider.style.width = this.width - this.left - 18 + THUMB + 'px';
  }

  drawAxes(svg) {
    const rough = this.most / Math.max(2, Math.floor(this.height / 60));
    const power = Math.pow(10, Math.floor(Math.log10(Math.max(1, rough))));
    const size = Math.max(1, [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough) || 1);
    for (let lost = 0; lost <= this.most; lost += size) {
      svg.append(draw('line', { class: 'grid', x1: this.left, x2: this.width - 18, y1: this.y(lost), y2: this.y(lost) }));
      svg.append(draw('text', { x: this.left - 6, y: this.y(lost) + 4, 'text-anchor': 'end' }, lost.toLocaleString('en')));
    }
    let free = -Infinity;
    for (const delay of this.ticks()) {
      const x = this.x(delay);
      const text = durationText(delay);
      const half = text.length * 3.2;
      if (x - half < free || x + half > this.width) continue;
      free = x + half + 14;
      svg.append(draw('line', { class: 'grid', x1: x, x2: x, y1: this.height - 30, y2: this.height - 25 }));
      svg.append(draw('text', { x, y: this.height - 10, 'text-anchor': 'middle' }, text));
    }
  }

  ticks() {
    if (this.log) return [0, ...DELAYS.filter((delay) => delay >= this.unit && delay <= this.last)];
    const most = Math.max(2, Math.floor((this.width - this.left) / 90));
    const range = this.last - this.first;
    const size = DELAYS.find((delay) => range / delay <= most) || Math.ceil(range / most / 864e5) * 864e5;
    const from = Math.ceil(this.first / size);
    return Array.from({ length: Math.floor(this.last / size) - from + 1 }, (_, i) => (from + i) * size);
  }

  line(svg, column, kind) {
    const path = this.points.map((p, i) => (i ? 'H' + this.x(p[0]).toFixed(1) + 'V' : 'M' + this.x(p[0]).toFixed(1) + ',') + this.y(p[column]).toFixed(1)).join('');
    svg.append(draw('path', { class: 'curve ' + kind, d: path + 'H' + (this.width - 18) }));
  }

  /** What is lost under a delay, by the last point that is not above it. */
  lostAt(delay) {
    let lost = this.points[0];
    for (const point of this.points) if (point[0] <= delay) lost = point;
    return lost[this.marked];
  }

  drawMark(svg, delay, text, kind, level) {
    const x = this.x(Math.min(delay, this.last));
    const y = this.y(this.lostAt(delay));
    const right = x + text.length * 6.6 + 8 > this.width;
    svg.append(draw('line', { class: 'mark ' + kind, x1: x, x2: x, y1: level + 4, y2: this.height - 30 }));
    svg.append(draw('path', { class: 'mark ' + kind, d: kind === 'now' ? 'M-4.5,-4.5 H4.5 V4.5 H-4.5 Z' : 'M0,-7 L7,0 L0,7 L-7,0 Z', transform: 'translate(' + x + ',' + y + ')' }));
    svg.append(draw('text', { class: 'mark', x: right ? x - 6 : x + 6, y: level, 'text-anchor': right ? 'end' : 'start' }, text));
  }

  select(at) {
    this.at = Math.max(0, Math.min(this.points.length - 1, at));
    this.place = Math.round(TRACK * this.share(this.points[this.at][0]));
    this.slider.value = String(this.place);
    this.draw();
    this.choose(this.points[this.at], this.at);
  }

  /** Chooses the last point that is not above a delay. */
  selectDelay(delay) {
    this.select(this.points.filter((p) => p[0] <= delay).length - 1);
  }

  key(event) {
    const page = Math.max(1, Math.round(this.points.length / 10));
    const steps = { ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, ArrowLeft: -1, PageUp: page, PageDown: -page };
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (steps[event.key]) this.select(this.at + steps[event.key]);
    else if (event.key === 'Home') this.select(0);
    else if (event.key === 'End') this.select(this.points.length - 1);
    else return;
    event.preventDefault();
  }

  click(event) {
    const x = event.clientX - this.holder.getBoundingClientRect().left;
    this.selectShare((x - this.left) / (this.width - this.left - 18));
  }

  /** The slider was dragged, or moved a step by something other than keys: then to the next point. */
  slide() {
    const step = Number(this.slider.value) - this.place;
    if (!this.held && Math.abs(step) === 1) this.select(this.at + step);
    else this.selectShare(Number(this.slider.value) / TRACK);
  }

  /** Chooses the point that is nearest to a place between the first delay and the last. */
  selectShare(share) {
    const far = (p) => Math.abs(this.share(p[0]) - share);
    this.select(this.points.reduce((best, p, i) => (far(p) < far(this.points[best]) ? i : best), 0));
  }
}

function curveMark(kind) {
  const svg = draw('svg', { viewBox: '-8 -7 16 14', 'aria-hidden': 'true' });
  svg.append(draw('path', { class: 'curve ' + kind, d: 'M-8,-4 H0 V4 H8' }));
  return svg;
}

/** One operator's curve, what is lost at the chosen point, and the delays that keep so much. */
function sweptOperator(statement, operator, id) {
  const own = statement.sweep.own;
  if (!operator.points.some((p) => p[2] > 0 || p[3] > 0)) {
    return [make('h4', {}, operator.name), make('p', { class: 'note' }, 'It loses nothing, whatever the delay.')];
  }
  const holder = make('div', { class: 'curves', id: id + '-curve' });
  const slider = make('input', {
    type: 'range', id, min: '0', max: String(TRACK), step: '1', 'aria-labelledby': id + '-label ' + id + '-name',
  });
  const readout = make('div', { class: 'readout short' });
  const chosen = make('strong', {});
  const chart = new SweepChart(statement.sweep, operator, holder, slider, (point) => {
    const text = pointText(point, own);
    slider.setAttribute('aria-valuetext', text);
    chosen.textContent = durationText(point[0]);
    readout.replaceChildren(make('p', {}, text), ...behindPoint(statement, operator, point), ...again(statement, point[0]));
    if (statement.delays) statement.delays.set(operator.op, point[0]);
  });
  if (statement.delays && statement.delays.has(operator.op)) chart.selectDelay(statement.delays.get(operator.op));
  else chart.select(chart.at);
  const keeps = operator.keeps.map((keep) => (keep.delay === null ? [keep.what, 'none that was tried', ''] : [keep.what,
    lead(durationText(keep.delay), 'show on the curve', () => {
      chart.selectDelay(keep.delay);
      goTo(slider);
    }), against(keep.delay, own) + (statement.sweep.obstacle || hasRun(operator, keep.delay) ? (keep.exact ? '; 1 ms less does not' : '; the smallest delay that was tried') : '')]));
  return [make('h4', { id: id + '-name' }, operator.name),
    make('ul', { class: 'legend' }, make('li', {}, curveMark('rows'), chart.twoLines ? 'rows dropped whole' : 'rows dropped'),
      chart.twoLines ? make('li', {}, curveMark('contributions'), 'contributions to windows lost') : null),
    make('div', { class: 'chart' }, holder,
      make('div', { class: 'slide' }, make('p', {}, make('label', { for: id, id: id + '-label' }, 'Watermark delay'), ' ', chosen), slider)), readout,
    table(['to keep', '>watermark delay', 'at the price'], keeps)];
}

/** What there is to do with a delay: the server's page runs the script again with it. */
function again(statement, delay) {
  return statement.again ? statement.again(delay - statement.sweep.own, durationText(delay)) : [];
}

/** Whether a delay took a run of its own. */
function hasRun(operator, delay) {
  return operator.ranFrom !== null && delay >= operator.ranFrom;
}

function pointText([delay, rowsIn, dropped, lost], own) {
  return 'A delay of ' + durationText(delay) + (delay === own ? ' (now)' : '') + ': '
    + count(dropped, 'row') + ' of ' + rowsIn.toLocaleString('en') + ' dropped (' + shareText(dropped, rowsIn) + '), '
    + count(lost, 'contribution') + ' lost; ' + against(delay, own) + '.';
}

/** Leads to the rows that are lost under a delay, where this run has lost them too. */
function behindPoint(statement, operator, [delay, , dropped, contributions]) {
  const lost = dropped + contributions;
  const own = statement.sweep.own;
  if (!lost || !statement.table) return [];
  if (delay < own) return [make('p', { class: 'note' }, 'This run, with a longer delay, has kept some of these rows: the table lists only what it lost.')];
  const test = (drop) => drop.op === operator.op && !(drop.keep <= delay);
  if (!statement.drops.some(test)) return [];
  const button = make('button', { type: 'button', class: 'link' }, 'Show the rows that it loses');
  button.addEventListener('click', () => statement.table.narrow('lost under ' + durationText(delay), test));
  return [make('p', {}, button)];
}

/** The section on delays; null where there is no curve. */
function sweep(statement, id) {
  const swept = statement.sweep;
  if (!swept || !swept.curve || !swept.operators.length) return null;
  const note = ['A longer delay keeps more rows, and every result comes later by as much.'];
  const ranFrom = Math.min(...swept.operators.filter((operator) => operator.ranFrom !== null).map((operator) => operator.ranFrom));
  if (swept.obstacle) note.push('The script ran again for each delay, because ' + swept.obstacle + '.');
  else if (ranFrom < Infinity) note.push('Told from this one run; delays of ' + durationText(ranFrom) + ' and more took a run each.');
  else note.push('Told from this one run.');
  if (!swept.ownIsConstant) note.push('Delays count on top of the script’s own watermarks.');
  const coarse = Math.max(...swept.operators.map((operator) => operator.resolution));
  if (coarse > 1) note.push('Delays are told to ' + durationText(coarse) + ': they may be up to ' + durationText(coarse - 1) + ' more than it takes.');
  note.push('Square: the delay now; diamond: the knee, beyond which waiting longer pays less and less.');
  return [make('p', { class: 'note' }, note.join(' ')),
    ...swept.operators.flatMap((operator, i) => sweptOperator(statement, operator, id + '-w' + (i + 1)))];
}
