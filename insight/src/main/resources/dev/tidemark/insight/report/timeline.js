'use strict';
// The timeline of one source: x = arrival order, y = event time, or how far that is ahead of the watermark.
// Rows are dots, the watermark is a line, windows are bands. Shape and colour say what became of a row.

const FATES = {
  kept: { label: 'in time', colour: '--row' },
  late: { label: 'behind the watermark, still accepted', colour: '--late' },
  partly: { label: 'lost in part', colour: '--lost' },
  lost: { label: 'dropped', colour: '--lost' },
};

// Paths of the marks around 0,0; legend and chart share them.
const SHAPES = {
  kept: { path: 'M2.5,0 A2.5,2.5 0 1 1 -2.5,0 A2.5,2.5 0 1 1 2.5,0 Z', filled: true },
  late: { path: 'M0,-5 L5,0 L0,5 L-5,0 Z', filled: true },
  partly: { path: 'M0,-5 L5,4 L-5,4 Z', filled: false },
  lost: { path: 'M-5,-5 L5,5 M-5,5 L5,-5', filled: false },
};

function timeText(ms) {
  if (ms === null || ms === undefined) return 'none';
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return ms + ' ms';
  const text = date.toISOString().replace('T', ' ').replace('Z', '');
  return text.endsWith('.000') ? text.slice(0, -4) : text;
}

function durationText(ms) {
  if (ms < 0) return '-' + durationText(-ms);
  const parts = [];
  for (const [unit, size] of [['d', 86400000], ['h', 3600000], ['min', 60000], ['s', 1000], ['ms', 1]]) {
    const amount = Math.floor(ms / size);
    ms -= amount * size;
    if (amount > 0) parts.push(amount + ' ' + unit);
  }
  return parts.length ? parts.join(' ') : '0 s';
}

class Timeline {
  /** marks: {n, time, watermark, fate, drop}, in the order of arrival; choose is told of the chosen one. */
  constructor(lane, marks, canvas, choose) {
    this.lane = lane;
    this.marks = marks;
    this.canvas = canvas;
    this.choose = choose;
    this.band = 0;
    this.at = -1;
    const first = lane.steps.length ? lane.steps[0][1] : 0;
    for (const mark of marks) mark.ahead = mark.time - (mark.watermark === null ? first : mark.watermark);
    this.size = marks.length > 3000 ? 0.6 : 1;
    this.look('time');
    // Where the input is long, rows that are minutes late lie on the line.
    if (lane.steps.length && marks.every((mark) => Math.abs(mark.ahead) * 20 < this.high - this.low)) this.look('ahead');
    this.last = Math.max(2, marks.length ? marks[marks.length - 1].n : 0, lane.steps.length ? lane.steps[lane.steps.length - 1][0] : 0);
    canvas.addEventListener('keydown', (e) => this.key(e));
    canvas.addEventListener('click', (e) => this.click(e));
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  /** What is upwards: 'time' for event time, 'ahead' for how far it is ahead of the watermark. */
  look(view) {
    this.view = view;
    const heights = this.marks.map((mark) => mark[view]);
    if (view === 'time') this.lane.steps.forEach((step) => heights.push(step[1]));
    else heights.push(0);
    this.low = heights.reduce((a, b) => Math.min(a, b), Infinity);
    this.high = heights.reduce((a, b) => Math.max(a, b), -Infinity);
    const room = Math.max(1, (this.high - this.low) * 0.04);
    this.low -= room;
    this.high += room;
    this.draw();
  }

  x(n) { return this.left + ((n - 1) / (this.last - 1)) * (this.width - this.left - 14); }
  y(time) { return this.height - 30 - ((time - this.low) / (this.high - this.low)) * (this.height - 44); }

  draw() {
    const box = this.canvas.getBoundingClientRect();
    if (box.width === 0) return;
    const scale = window.devicePixelRatio || 1;
    this.width = box.width;
    this.height = box.height;
    this.canvas.width = Math.round(box.width * scale);
    this.canvas.height = Math.round(box.height * scale);
    const style = getComputedStyle(document.documentElement);
    this.colour = (name) => style.getPropertyValue(name).trim();
    const g = this.canvas.getContext('2d');
    g.scale(scale, scale);
    g.font = '11px system-ui, "DejaVu Sans", sans-serif';
    const ticks = this.timeTicks();
    this.left = 14 + Math.max(...ticks.map((t) => g.measureText(t.text).width));
    this.drawBands(g);
    this.drawAxes(g, ticks);
    // What matters is drawn last, above the rest: on a long input the rows in time are one thick line,
    // and the watermark runs within it.
    const [kept, ...others] = Object.keys(FATES);
    this.drawMarks(g, kept);
    this.drawWatermark(g);
    for (const fate of others) this.drawMarks(g, fate);
    this.drawChosen(g);
  }

  drawBands(g) {
    const set = this.lane.bands[this.band];
    if (!set || this.view !== 'time') return;
    g.fillStyle = this.colour('--band');
    // Windows that overlap are drawn thinner, so that rows stay visible on them.
    const lengths = set.windows.reduce((sum, [start, end]) => sum + end - start, 0);
    const range = set.windows.length ? set.windows[set.windows.length - 1][1] - set.windows[0][0] : 1;
    const overlap = Math.max(1, lengths / Math.max(1, range));
    set.windows.forEach(([start, end], i) => {
      const top = this.y(Math.min(end, this.high));
      const bottom = this.y(Math.max(start, this.low));
      if (bottom <= top) return;
      g.globalAlpha = (i % 2 ? 0.05 : 0.13) / overlap;
      g.fillRect(this.left, top, this.width - this.left - 14, bottom - top);
    });
    g.globalAlpha = 1;
  }

  timeTicks() {
    const sizes = [1, 10, 100, 1e3, 5e3, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 18e5, 36e5, 108e5, 216e5, 864e5, 6048e5];
    const most = Math.max(2, Math.floor(this.height / 48));
    let size = sizes.find((s) => (this.high - this.low) / s <= most) || Math.ceil((this.high - this.low) / most / 864e5) * 864e5;
    const ticks = [];
    const day = this.high - this.low > 864e5;
    for (let t = Math.ceil(this.low / size) * size; t <= this.high; t += size) {
      const text = this.view === 'time' ? timeText(t) : t > 0 ? '+' + durationText(t) : durationText(t);
      ticks.push({ time: t, text: this.view !== 'time' ? text : day ? text.slice(0, 16) : text.slice(11) });
    }
    return ticks.length ? ticks : [{ time: this.low, text: this.view === 'time' ? timeText(this.low) : durationText(this.low) }];
  }

  drawAxes(g, ticks) {
    g.fillStyle = this.colour('--quiet');
    g.strokeStyle = this.colour('--line');
    g.lineWidth = 1;
    g.textAlign = 'right';
    g.textBaseline = 'middle';
    for (const tick of ticks) {
      const y = Math.round(this.y(tick.time)) + 0.5;
      g.beginPath();
      g.moveTo(this.left, y);
      g.lineTo(this.width - 14, y);
      g.stroke();
      g.fillText(tick.text, this.left - 6, y);
    }
    g.textBaseline = 'alphabetic';
    const most = Math.max(2, Math.floor((this.width - this.left) / 80));
    const rough = (this.last - 1) / most;
    const power = Math.pow(10, Math.floor(Math.log10(Math.max(1, rough))));
    const size = Math.max(1, [1, 2, 2.5, 5, 10].map((f) => f * power).find((s) => s >= rough && Number.isInteger(s)) || 1);
    g.textAlign = 'center';
    for (let n = size === 1 ? 1 : size; n <= this.last; n += size) {
      const text = n.toLocaleString('en');
      g.fillText(text, Math.min(this.x(n), this.width - 4 - g.measureText(text).width / 2), this.height - 12);
    }
  }

  drawWatermark(g) {
    g.strokeStyle = this.colour('--watermark');
    g.lineWidth = 2;
    g.beginPath();
    if (this.view === 'ahead') {
      g.moveTo(this.left, this.y(0));
      g.lineTo(this.x(this.last), this.y(0));
      g.stroke();
      return;
    }
    let before = null;
    for (const [n, watermark] of this.lane.steps) {
      const x = this.x(Math.min(n, this.last));
      const y = this.y(watermark);
      if (before === null) {
        g.moveTo(x, y);
      } else {
        g.lineTo(x, before);
        g.lineTo(x, y);
      }
      before = y;
    }
    if (before !== null) g.lineTo(this.x(this.last), before);
    g.stroke();
  }

  drawMarks(g, fate) {
    const shape = SHAPES[fate];
    const path = new Path2D(shape.path);
    g.fillStyle = g.strokeStyle = this.colour(FATES[fate].colour);
    g.lineWidth = 2;
    for (const mark of this.marks) {
      if (mark.fate !== fate) continue;
      g.save();
      g.translate(this.x(mark.n), this.y(mark[this.view]));
      g.scale(this.size, this.size);
      if (shape.filled) g.fill(path);
      else g.stroke(path);
      g.restore();
    }
  }

  drawChosen(g) {
    const mark = this.marks[this.at];
    if (!mark) return;
    const x = this.x(mark.n);
    const y = this.y(mark[this.view]);
    g.strokeStyle = this.colour('--text');
    g.lineWidth = 1;
    g.setLineDash([3, 3]);
    g.beginPath();
    g.moveTo(x, 10);
    g.lineTo(x, this.height - 28);
    g.stroke();
    g.setLineDash([]);
    g.lineWidth = 2;
    g.beginPath();
    g.arc(x, y, 9, 0, 7);
    g.stroke();
  }

  select(at) {
    if (!this.marks.length) return;
    this.at = Math.max(0, Math.min(this.marks.length - 1, at));
    this.draw();
    this.choose(this.marks[this.at], this.at);
  }

  /** The first mark behind another one that a test holds for, from the beginning again if need be. */
  next(test, from) {
    for (let i = 1; i <= this.marks.length; i++) {
      const at = (from + i) % this.marks.length;
      if (test(this.marks[at])) return this.select(at);
    }
    return this.select(0);
  }

  /** The next mark of a row with a loss, in a direction. */
  nextLost(step) {
    for (let i = this.at + step; i >= 0 && i < this.marks.length; i += step) {
      if (this.marks[i].fate === 'lost' || this.marks[i].fate === 'partly') return this.select(i);
    }
  }

  key(event) {
    const page = Math.max(1, Math.round(this.marks.length / 20));
    const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: page, PageDown: -page };
    const step = steps[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (step && event.shiftKey) this.nextLost(Math.sign(step));
    else if (step) this.select(this.at + step);
    else if (event.key === 'Home') this.select(0);
    else if (event.key === 'End') this.select(this.marks.length - 1);
    else if (event.key === 'Enter' && this.marks[this.at] && this.marks[this.at].drop) location.hash = this.marks[this.at].drop.id;
    else return;
    event.preventDefault();
  }

  click(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    let best = -1;
    let near = Infinity;
    this.marks.forEach((mark, i) => {
      // A row with a loss is found before those around it.
      const away = Math.hypot(this.x(mark.n) - x, this.y(mark[this.view]) - y) - (mark.drop ? 6 : 0);
      if (away < near) {
        near = away;
        best = i;
      }
    });
    if (best < 0) return;
    this.select(best);
    const drop = this.marks[best].drop;
    if (drop && near < 12) location.hash = drop.id;
  }
}
