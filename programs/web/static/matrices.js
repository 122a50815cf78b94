// The matrices: their elements as the calculator gives them, each in a frame that scrolls.

const pane = document.getElementById("matrices");

export function paintMatrices(matrices) {
  const names = Object.keys(matrices);
  pane.hidden = !names.length;
  const frames = new Map([...pane.querySelectorAll("[data-matrix]")].map((frame) => [frame.dataset.matrix, frame]));
  for (const [name, frame] of frames) if (!(name in matrices)) frame.remove();
  let before = pane.querySelector("h2");
  for (const name of names) {
    const { rows, lu } = matrices[name];
    const shape = `${rows.length} × ${rows[0].length}`;
    let frame = frames.get(name);
    if (frame?.dataset.shape !== shape) {
      const fresh = build(name, shape, rows);
      frame?.remove();
      frame = fresh;
    }
    if (before.nextElementSibling !== frame) before.after(frame); // what is moved loses the focus
    before = frame;
    const title = `${name} ${shape}${lu ? ", LU form (--)" : ""}`;
    if (frame.querySelector("caption").textContent !== title) frame.querySelector("caption").textContent = title;
    frame.setAttribute("aria-label", `Matrix ${title}`);
    const cells = frame.querySelectorAll("td");
    rows.flat().forEach((text, place) => {
      cells[place].dataset.place = `${name}${1 + Math.floor(place / rows[0].length)},${1 + (place % rows[0].length)}`;
      putValue(cells[place], text);
    });
  }
}

function build(name, shape, rows) {
  const frame = make("div", "matrix");
  frame.dataset.matrix = name;
  frame.dataset.shape = shape;
  frame.tabIndex = 0;
  frame.setAttribute("role", "region");
  const table = make("table");
  const head = make("tr");
  head.append(corner(), ...rows[0].map((_, column) => heading("col", column + 1)));
  table.append(make("caption"), head);
  rows.forEach((row, place) => {
    const line = make("tr");
    line.append(heading("row", place + 1), ...row.map(() => make("td")));
    table.append(line);
  });
  frame.append(table);
  return frame;
}

function corner() {
  const made = make("th");
  made.setAttribute("aria-hidden", "true");
  return made;
}

function heading(scope, number) {
  const made = make("th");
  made.scope = scope;
  made.textContent = number;
  return made;
}

function make(kind, name) {
  const made = document.createElement(kind);
  if (name) made.className = name;
  return made;
}

// A value that a click changes. It is a button, so that the keyboard and screen readers reach it.
export function putValue(cell, text) {
  if (cell.querySelector("input")) return;
  let value = cell.querySelector("button");
  if (!value) {
    value = make("button", "value");
    value.type = "button";
    value.title = "Click, or press Enter, to change it";
    cell.replaceChildren(value);
  }
  if (value.textContent !== text) value.textContent = text;
  const name = `${cell.dataset.place}: ${text}`;
  if (value.getAttribute("aria-label") !== name) value.setAttribute("aria-label", name);
}
