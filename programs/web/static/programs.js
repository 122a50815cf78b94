// The program in memory: its lines, breakpoints, the run. Everything shown comes from the calculator.

import { enable } from "./focus.js";
import { holdsSomething, mayReplace } from "./question.js";
import { rendered } from "./notes.js";
import { noteRecent, watchRecent } from "./recent.js";

const $ = (id) => document.getElementById(id);
const LARGEST = 400000;
const lines = $("lines");
let listing = null;
let rows = [];
let chosen = 0;
let started = $("run"); // what had the focus when a run began gets it back
let explained = 0; // counts what was asked for: an answer that another one overtook is dropped

export function watchPrograms(desk, say) {
  const load = async (name, data) => {
    const file = { name, data: base64(data) };
    if (holdsSomething(desk) && !(await isReadable(desk, say, file))) return;
    if (!(await mayReplace(desk, name))) return;
    const face = await desk.act("load", file);
    if (!face) return;
    loaded(say, face, name);
    noteRecent(name, new TextDecoder().decode(data));
  };
  const open = async (file) => {
    if (file.size > LARGEST) {
      say(`${file.name} is too large for a listing.`, true);
      return;
    }
    const data = await file.arrayBuffer().catch(() => null);
    if (data) await load(file.name, new Uint8Array(data));
    else say(`${file.name} cannot be read: is it a file?`, true);
  };

  $("load")?.addEventListener("click", async () => {
    const { value, text: name } = $("listing").selectedOptions[0];
    if (!(await mayReplace(desk, name))) return;
    const face = await desk.act("load_ours", { name: value });
    if (face) loaded(say, face, name);
  });
  $("lesson-load")?.addEventListener("click", async () => {
    if (await mayReplace(desk, "The program of the lesson")) desk.act("load_lesson");
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
  watchRecent((name, text) => load(name, new TextEncoder().encode(text)));
  watchRun(desk, say);
  $("download").addEventListener("click", () => save(desk, say, $("format").value));
  $("sheet").addEventListener("click", () => openSheet(desk, say));
}

// There is no question about a file that cannot be loaded.
async function isReadable(desk, say, file) {
  try {
    await desk.ask("readable", file);
    return true;
  } catch (error) {
    say(error.message, true);
    return false;
  }
}

function loaded(say, face, name) {
  say([`${name} is loaded.`, ...face.warnings].join("\n"));
}

function askForLine(say) {
  const none = "There is no program in memory: load a listing, or insert a line.";
  const how = "Choose a line first: touch or click its number, or move to it with the arrow keys.";
  say(rows.length ? how : none, true);
}

function watchRun(desk, say) {
  for (const what of ["run", "stop", "step", "over", "out"]) $(what).addEventListener("click", () => desk.act("control", { do: what }));
  $("to-line").addEventListener("click", () => {
    if (chosen) desk.act("control", { do: "to", line: chosen });
    else askForLine(say);
  });
  $("pace").addEventListener("change", () => desk.act("pace", { real: $("pace").value === "real" }));
  $("time-lines").addEventListener("change", () => desk.act("time_lines", { on: $("time-lines").checked }));
  $("watch").addEventListener("submit", (event) => {
    event.preventDefault();
    desk.act("watch", { places: placesIn($("watched").value) });
  });
  $("break").addEventListener("submit", (event) => {
    event.preventDefault();
    const condition = $("break-when").value.trim();
    desk.act("breakpoint", { line: Number($("break-line").value) || 0, on: true, condition: condition || null });
  });
  $("explain-lines").addEventListener("change", () => explainLines(desk));
  watchLines(desk, say);
  lines.addEventListener("click", (event) => {
    const row = event.target.closest("[data-line]");
    if (!row) return;
    choose(Number(row.dataset.line));
    if (event.target.closest(".number")) return;
    const on = row.getAttribute("aria-pressed") !== "true";
    desk.act("breakpoint", { line: chosen, on });
  });
  lines.addEventListener("keydown", (event) => {
    const button = event.target.closest("[data-line]");
    const place = rows.indexOf(button);
    const to = { ArrowDown: rows[place + 1], ArrowUp: rows[place - 1], Home: rows[0], End: rows.at(-1) }[event.key];
    if (!button || !to) return;
    event.preventDefault();
    button.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
    choose(Number(to.dataset.line));
  });
}

// Lines are inserted after the chosen one, or in front of all when none is chosen.
function watchLines(desk, say) {
  const remove = async () => {
    const line = chosen;
    if (!line) askForLine(say);
    else if (await desk.act("delete", { line })) chosen = Math.max(line - 1, 0);
  };
  $("insert").addEventListener("submit", async (event) => {
    event.preventDefault();
    const after = chosen;
    if (!(await desk.act("insert", { after, text: $("insert-text").value }))) return;
    chosen = after + 1;
    $("insert-text").value = "";
  });
  $("delete-line").addEventListener("click", remove);
  lines.addEventListener("keydown", (event) => {
    if (event.key !== "Delete" || !event.target.closest("[data-line]")) return;
    event.stopPropagation(); // elsewhere Delete is the key ←
    remove();
  });
}

// A1,2 has a comma of its own: places are separated by a comma and a blank, or by blanks.
function placesIn(text) {
  return text.split(/,\s+|\s+(?![xX]\b)/).map((one) => one.trim()).filter(Boolean);
}

function choose(line) {
  chosen = line;
  rows.forEach((row, place) => row.classList.toggle("chosen", place + 1 === line));
  $("break-line").value = line || "";
  $("insert-where").textContent = line ? `after line ${String(line).padStart(3, "0")}` : "in front of all lines";
}

async function save(desk, say, format) {
  try {
    const { name, text } = await desk.ask("download", { format });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  } catch (error) {
    say(error.message, true);
  }
}

async function openSheet(desk, say) {
  const opened = window.open("", "_blank");
  try {
    const { text } = await desk.ask("download", { format: "html" });
    const address = URL.createObjectURL(new Blob([text], { type: "text/html;charset=utf-8" }));
    if (opened) opened.location = address;
    setTimeout(() => URL.revokeObjectURL(address), 60000);
  } catch (error) {
    opened?.close();
    say(error.message, true);
  }
}

export async function paintProgram(desk, face) {
  if (face.listing !== listing) {
    listing = face.listing;
    const program = await desk.ask("program");
    listing = program.listing;
    paintLines(program);
    explainLines(desk);
  }
  const now = desk.last;
  paintNext(now);
  rows.forEach((row, place) => {
    const line = place + 1;
    const current = line === now.line;
    if (current !== (row.getAttribute("aria-current") === "step")) {
      if (current) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
      if (current) keepInView(row);
    }
    const condition = now.breakpoints[line];
    row.setAttribute("aria-pressed", condition !== undefined);
    row.classList.toggle("conditional", Boolean(condition));
    row.title = condition ? `Stops when ${condition}` : "Set or remove a breakpoint";
    const cost = now.costs?.[line];
    put(row.querySelector(".cost"), cost ? `${cost[0]}× ${cost[1].toFixed(2)} s` : "");
  });
}

// Each line in words, with the stack after it for who points at it.
async function explainLines(desk) {
  const wanted = ++explained;
  const told = $("explain-lines").checked && rows.length ? await desk.ask("explanation") : null;
  if (wanted !== explained || (told && told.listing !== listing)) return;
  put($("explained"), told ? told.summary : "");
  rows.forEach((row, place) => {
    const cell = row.querySelector(".words");
    const line = told?.lines[place];
    put(cell, line ? [line.part, line.does].filter(Boolean).join(" · ") : "");
    cell.title = line ? line.whole : "";
  });
}

// The current line in words.
function paintNext(now) {
  const number = String(now.line).padStart(3, "0");
  const mnemonic = rows[now.line - 1]?.querySelector(".mnemonic").textContent;
  const said = now.line ? `Line ${number} is next: ${mnemonic}` : "The program is at its beginning, before line 001.";
  put($("next-line"), !rows.length || now.running ? "" : said);
}

// Within the pane only: the page itself does not move.
function keepInView(row) {
  const above = row.offsetTop;
  if (above < lines.scrollTop || above + row.offsetHeight > lines.scrollTop + lines.clientHeight) {
    lines.scrollTop = above - lines.clientHeight / 3;
  }
}

function paintLines(program) {
  $("program-title").textContent = program.title || "Program";
  $("program-description").replaceChildren(...(program.description ? [rendered(program.description)] : []));
  const had = lines.contains(document.activeElement);
  rows = program.lines.map((line, place) => lineButton(line, place));
  choose(Math.min(chosen, rows.length));
  const reached = rows[Math.max(chosen - 1, 0)]; // by Tab
  if (reached) reached.tabIndex = 0;
  const none = document.createElement("p");
  none.textContent = "No program in memory.";
  lines.tabIndex = rows.length ? -1 : 0;
  lines.replaceChildren(...(rows.length ? rows : [none]));
  if (had) (reached ?? lines).focus();
}

function lineButton(line, place) {
  const row = document.createElement("button");
  row.type = "button";
  row.className = "line";
  row.dataset.line = place + 1;
  row.tabIndex = -1;
  const number = String(place + 1).padStart(3, "0");
  for (const [kind, text] of Object.entries({ number, codes: line.codes, mnemonic: line.mnemonic, note: "", cost: "", words: "" })) {
    const part = document.createElement("span");
    part.className = kind;
    if (kind === "note" && line.note) part.append(rendered(line.note));
    else part.textContent = text;
    row.append(part, " ");
  }
  return row;
}

export function paintRun(face) {
  if (face.running) $("stop").disabled = false;
  for (const id of ["run", "step", "over", "out", "to-line"]) {
    if (face.running && document.activeElement === $(id)) started = $(id);
    enable($(id), !face.running, $("stop"));
  }
  enable($("stop"), face.running, started);
  $("pace").value = face.real ? "real" : "fast";
  $("time-lines").checked = face.costs !== null;
  if (document.activeElement !== $("watched")) $("watched").value = face.watched.join(", ");
}

function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

function put(cell, text) {
  if (cell.textContent !== text) cell.textContent = text;
}
