'use strict';
// Programs: the form that starts one, and the box for what it reads.

function field(id, text, attributes) {
  return make('label', { for: id }, text + ' ', make('input', { id, type: 'text', spellcheck: 'false', autocomplete: 'off', ...attributes }));
}

/** Words as a shell would split them, quotes but for escapes. */
function words(text) {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3]);
}

function programForm(start) {
  const value = (id) => document.getElementById(id).value.trim();
  const begin = (paused) => {
    sessionStorage.setItem('lines', value('jar') + '\n' + (document.getElementById('programs')?.selectedOptions[0].dataset.lines || ''));
    return start({ jar: value('jar'), class: value('class'), arguments: words(value('arguments')) }, paused);
  };
  return make('details', { id: 'program' }, make('summary', {}, 'Run a program (DataStream)'),
    make('p', { class: 'note' }, 'A jar runs in a process of its own. Where its arguments say {port}, it gets a port from which '
      + 'socketTextStream reads what you type on the page of the run. With nc -lk 9999 of your own, say 9999.'),
    make('div', { class: 'tools' },
      make('label', { for: 'programs' }, 'Example ', make('select', { id: 'programs' }, make('option', { value: '' }, 'choose one')))),
    make('div', { class: 'fields' },
      field('jar', 'Jar', { placeholder: 'path/to/job.jar' }), field('class', 'Main class', { placeholder: 'the one that the jar names' }),
      field('arguments', 'Arguments', { placeholder: '--port {port}' })),
    make('div', { class: 'tools' }, button('Run program', () => begin(false), { id: 'run-program' }),
      button('Run program row by row', () => begin(true), { id: 'run-program-paused' })));
}

function offerPrograms(programs) {
  const select = document.getElementById('programs');
  select.append(...programs.map((each, i) => make('option', { value: String(i), 'data-lines': each.lines.join('\n') }, each.name)));
  if (!programs.length) select.parentElement.parentElement.remove();
  select.addEventListener('change', () => {
    const chosen = programs[Number(select.value)];
    if (select.value === '') return;
    document.getElementById('jar').value = chosen.jar;
    document.getElementById('class').value = chosen.class;
    document.getElementById('arguments').value = chosen.arguments;
  });
}

/** The box for what a program reads; lines of an example stand in it one after the other. */
class Typing {
  constructor(act) {
    this.act = act;
    this.lines = [];
    this.box = make('input', { id: 'line', type: 'text', spellcheck: 'false', autocomplete: 'off' });
    this.send = button('Send', () => this.type(), { id: 'send' });
    this.end = button('End of input', () => act('end-input'), { id: 'end-input' });
    this.element = make('div', { class: 'tools', hidden: '' }, make('label', { for: 'line' }, 'A line for the program ', this.box), this.send, this.end);
    this.box.addEventListener('keydown', (event) => { if (event.key === 'Enter') this.type(); });
  }

  async type() {
    const line = this.box.value;
    if (!line.trim() || !await this.act('lines', line)) return;
    this.box.value = this.lines.shift() || '';
    this.box.focus();
    this.box.select();
  }

  show(run) {
    this.element.hidden = !run.input;
    if (this.started || !run.input) return;
    this.started = true;
    this.lines = (sessionStorage.getItem('lines') || '').split('\n').slice(1).filter((line) => line);
    sessionStorage.removeItem('lines');
    if (!this.box.value) this.box.value = this.lines.shift() || '';
    this.box.focus();
  }
}
