// The program pane: lines, breakpoints, what is inside the calculator. Everything shown comes from the server.

import { paintMatrices } from "./matrices.js";

const $ = (id) => document.getElementById(id);
const lines = $("lines");
let listing = null;
let rows = [];

export function watchPrograms(desk, say) {
  const load = async (name, data) => {
    const face = await desk.act(`/program?name=${encodeURIComponent(name)}`, data, "PUT");
    if (face) loaded(face, name);
  };
  const loaded = (face, name) => say([`${name} is loaded.`, ...face.warnings].join("\n"));
  const open = async (file) => {
    if (file.size > 400000) {
      say(`${file.name} is too large for a listing.`, true);
      return;
    }
    const data = await file.arrayBuffer().catch(() => null);
    if (data) await load(file.name, data);
    else say(`${file.name} cannot be read: is it a file?`, true);
  };

  $("load")?.addEventListener("click", async () => {
    const name = $("listing").value;
    const face = await desk.act("/program", { name });
    if (face) loaded(face, name);
  });
  $("file").addEventListener("change", async (event) => {
    for (const file of event.target.files) await open(file);
    event.target.value = "";
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const { files } = event.dataTransfer;
    if (files.length === 1) open(files[0]);
    else if (files.length) say("Several files were dropped: one listing at a time.", true);
  });

  for (const what of ["run", "stop", "step"]) $(what).addEventListener("click", () => desk.act("/control", { do: what }));
  $("pace").addEventListener("change", () => desk.act("/pace", { real: $("pace").value === "real" }));
  $("download").addEventListener("click", () => download(desk, say));
  $("sheet").addEventListener("click", (event) => {
    event.currentTarget.href = desk.address("/program/html");
  });

  lines.addEventListener("click", (event) => {
    const row = event.target.closest("[data-line]");
    if (row) toggle(desk, row);
  });
  lines.addEventListener("keydown", (event) => {
    const button = event.target.closest("[data-line]");
    const place = rows.indexOf(button);
    const to = { ArrowDown: rows[place + 1], ArrowUp: rows[place - 1] }[event.key];
    if (!button || !to) return;
    event.preventDefault();
    button.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  });
}

function toggle(desk, row) {
  desk.act("/breakpoint", { line: Number(row.dataset.line), on: row.getAttribute("aria-pressed") !== "true" });
}

async function download(desk, say) {
  const format = $("format").value;
  try {
    const response = await desk.ask("GET", desk.address(`/program/${format}`));
    const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? `program.${format}`;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  } catch (error) {
    say(error.message, true);
  }
}

export async function paintProgram(desk, face) {
  if (face.listing !== listing) {
    listing = face.listing;
    const program = await desk.ask("GET", desk.address("/program"));
    listing = program.listing;
    paintLines(program);
  }
  const now = desk.last;
  rows.forEach((row, place) => {
    const current = place + 1 === now.line;
    if (current !== (row.getAttribute("aria-current") === "step")) {
      if (current) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
      if (current) keepInView(row);
    }
    row.setAttribute("aria-pressed", now.breakpoints.includes(place + 1));
  });
}

// Within the pane only: the page itself does not move.
function keepInView(row) {
  const above = row.offsetTop - lines.offsetTop;
  if (above < lines.scrollTop || above + row.offsetHeight > lines.scrollTop + lines.clientHeight) {
    lines.scrollTop = above - lines.clientHeight / 3;
  }
}

function paintLines(program) {
  $("program-title").textContent = program.title || "Program";
  $("program-description").textContent = program.description;
  rows = program.lines.map((line, place) => {
    const row = document.createElement("button");
    row.type = "button";
    row.className = "line";
    row.dataset.line = place + 1;
    row.tabIndex = place ? -1 : 0;
    row.title = "Set or remove a breakpoint";
    const number = String(place + 1).padStart(3, "0");
    for (const [kind, text] of Object.entries({ number, codes: line.codes, mnemonic: line.mnemonic, note: line.note })) {
      const part = document.createElement("span");
      part.className = kind;
      part.textContent = text;
      row.append(part, " ");
    }
    return row;
  });
  const none = document.createElement("p");
  none.textContent = "No program in memory.";
  lines.tabIndex = rows.length ? -1 : 0;
  lines.replaceChildren(...(rows.length ? rows : [none]));
}

export function paintInside(face) {
  fill($("stack"), face.stack);
  fill($("registers"), face.registers);
  $("flags").textContent = face.flags.join(" ") || "none";
  $("returns").textContent = `${face.returns.join(" ") || "none"} (of ${face.levels})`;
  $("modes").textContent = face.modes;
  paintMatrices(face.matrices);
  $("seconds").textContent = `${face.seconds.toFixed(2)} s`;
  $("stop").disabled = !face.running;
  $("run").disabled = face.running;
  $("step").disabled = face.running;
  $("pace").value = face.real ? "real" : "fast";
}

function fill(list, values) {
  const names = Object.keys(values);
  const shown = [...list.children];
  if (shown.length !== 2 * names.length || names.some((name, place) => shown[2 * place].textContent !== name)) {
    list.replaceChildren(...names.flatMap((name) => [document.createElement("dt"), document.createElement("dd")]));
    names.forEach((name, place) => (list.children[2 * place].textContent = name));
  }
  names.forEach((name, place) => {
    const cell = list.children[2 * place + 1];
    if (cell.textContent !== values[name]) cell.textContent = values[name];
  });
}
