'use strict';
// The last rows of a run one by one: where the watermark stood before and after each, what became of it,
// and which windows it has closed. For what is typed by hand, and for runs that wait.

const ELEMENTS = 12;

/** The watermark after a row: that of the last step up to it. */
function watermarkAfter(lane, n) {
  let after = null;
  for (const [ordinal, watermark] of lane.steps) if (ordinal <= n) after = watermark;
  return after;
}

/** A time without its day, where that is the day of another one. */
function shortTime(ms, other) {
  const text = timeText(ms);
  return text.slice(0, 11) === timeText(other).slice(0, 11) ? text.slice(11) : text;
}

/** Windows that end between two watermarks, and those that take rows no more. */
function windowsBetween(band, before, after, day) {
  if (!band || after === null) return [];
  const passes = (time) => time <= after && (before === null || time > before);
  const out = [];
  for (const [start, end] of band.windows) {
    const text = shortTime(start, day) + ' – ' + shortTime(end, day);
    if (passes(end - 1)) out.push('closes ' + text);
    if (band.lateness && passes(end - 1 + band.lateness)) out.push('lets go of ' + text);
  }
  return out;
}

/** The table of the last rows; nothing where rows share a place on the timeline. */
function elements(statement) {
  const lane = statement.lanes.find((each) => each.points.length);
  if (!lane || lane.width > 1) return [];
  const marks = statement.charts.find((each) => each.lane === lane).chart.marks;
  // Where rows of several sources come to the windows, this source's watermark does not say what closes.
  const alone = statement.lanes.length === 1;
  const rows = marks.slice(-ELEMENTS).reverse().map((each) => {
    const before = each.watermark;
    const after = watermarkAfter(lane, each.n);
    const happens = [FATES[each.fate].label, ...windowsBetween(alone && lane.bands[0], before, after, each.time)];
    return [String(each.n), make('code', {}, each.row || (each.drop && each.drop.row) || ''), timeText(each.time),
      before === null ? 'none yet' : shortTime(before, each.time), after === before ? 'as before' : shortTime(after, each.time), happens.join('; ')];
  });
  const title = rows.length < marks.length ? 'The last ' + rows.length + ' rows' : 'Row by row';
  return [make('h3', {}, alone ? title : title + ' of ' + lane.name),
    table(['>row', 'what it says', 'event time', 'watermark before', 'watermark after', 'what happens'], rows)];
}
