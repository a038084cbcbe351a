'use strict';
document.documentElement.classList.add('js');
const table = document.getElementById('students');
const body = table.tBodies[0];
const find = document.getElementById('find');
const show = document.getElementById('show');
const ticks = [...body.querySelectorAll('input[type=checkbox]')];

function value(row, column) {
  const cell = row.cells[column];
  return cell === undefined ? '' : cell.dataset.v ?? cell.textContent.trim().toLowerCase();
}

function sort(head) {
  const down = head.getAttribute('aria-sort') === 'ascending';
  for (const other of table.tHead.rows[0].cells) {
    other.removeAttribute('aria-sort');
  }
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const rows = [...body.rows].sort((one, other) => {
    const last = one.classList.contains('refused') - other.classList.contains('refused');
    const a = value(one, head.cellIndex);
    const b = value(other, head.cellIndex);
    // What has no value comes last, whichever way it is sorted.
    const empty = (a === '') - (b === '');
    const order = head.dataset.number === undefined ? a.localeCompare(b) : a - b;
    return last || empty || (down ? -order : order);
  });
  body.append(...rows);
}

function filter() {
  const words = find.value.trim().toLowerCase();
  for (const row of body.rows) {
    const fits = row.textContent.toLowerCase().includes(words);
    row.hidden = !(fits && (show.value === '' || row.classList.contains(show.value)));
  }
}

function details() {
  const chosen = new Set(ticks.filter((tick) => tick.checked).map((tick) => tick.value));
  for (const article of document.querySelectorAll('article')) {
    article.classList.toggle('shown', chosen.has(article.id));
  }
}

// The two that were ticked last.
const order = [];
function ticked(tick) {
  const known = order.indexOf(tick);
  if (known >= 0) {
    order.splice(known, 1);
  }
  if (tick.checked) {
    order.push(tick);
  }
  if (order.length > 2) {
    order.shift().checked = false;
  }
  details();
}

for (const button of table.tHead.querySelectorAll('button')) {
  button.addEventListener('click', () => sort(button.closest('th')));
}
for (const tick of ticks) {
  tick.addEventListener('change', () => ticked(tick));
}
for (const link of body.querySelectorAll('th a')) {
  link.addEventListener('click', () => {
    const tick = link.closest('tr').querySelector('input');
    if (!tick.checked) {
      tick.checked = true;
      ticked(tick);
    }
  });
}
find.addEventListener('input', filter);
show.addEventListener('input', filter);
// A browser that comes back remembers what was ticked.
ticks.filter((tick) => tick.checked).forEach(ticked);
details();
