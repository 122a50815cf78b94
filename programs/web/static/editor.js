// The editor: the text of a listing, its keycodes beside it, its faults below it as they are typed.

import { confirmed, mayReplace } from "./question.js";

const $ = (id) => document.getElementById(id);
const text = $("editor-text");
const gutter = $("gutter");
const PAUSE = 150; // milliseconds without a key before the text is looked at
let before = ""; // the text without the edits of this person

export function watchEditor(desk, say) {
  let timer = null;
  let asked = 0;
  const look = async () => {
    asked += 1;
    const number = asked;
    const found = await desk.ask("check", { text: text.value, name: "editor" }).catch((error) => ({ trouble: error.message }));
    if (number === asked) paint(found);
  };
  const open = (listing) => {
    text.value = before = listing;
    show(true);
    look();
    text.focus();
    text.setSelectionRange(0, 0);
  };
  $("edit").addEventListener("click", async () => {
    try {
      open((await desk.ask("download", { format: "editor" })).text);
    } catch (error) {
      say(error.message, true);
    }
  });
  $("editor-close").addEventListener("click", async () => {
    if (await mayDrop("Closing the editor")) show(false);
  });
  window.addEventListener("beforeunload", (event) => {
    if (isEdited()) event.preventDefault();
  });
  $("editor-load").addEventListener("click", async () => {
    if (!(await mayReplace(desk, "The text"))) return;
    const bytes = new TextEncoder().encode(text.value);
    const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    const face = await desk.act("load", { name: "editor", data });
    if (!face) return;
    show(false);
    say("The program is in the calculator.");
  });
  text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  });
  text.addEventListener("scroll", () => (gutter.scrollTop = text.scrollTop));
  text.addEventListener("keydown", (event) => {
    if (event.key === "Escape") $("editor-close").focus(); // Tab and Escape lead out of the text
  });
  return async (listing) => {
    document.getElementById("tab-programs").click();
    if (await mayDrop("The text that was pasted")) open(listing);
  };
}

function isEdited() {
  return !$("editor").hidden && text.value !== before;
}

async function mayDrop(what) {
  return !isEdited() || confirmed(`${what} drops the edits that are not in the calculator.`, "Drop them");
}

function show(on) {
  $("editor").hidden = !on;
  document.querySelector(".program").hidden = on;
}

function paint({ places = [], lines = [], faults = [], warnings = [], trouble = "", size = "" }) {
  const bad = new Set(faults.map((one) => one.line));
  const codes = new Map(places.map((place, step) => [place, lines[step] && `${String(step + 1).padStart(3, "0")} ${lines[step].codes}`]));
  const count = text.value.split("\n").length;
  const rows = [];
  for (let line = 1; line <= count; line += 1) {
    const row = document.createElement("div");
    row.className = bad.has(line) ? "bad" : "";
    row.textContent = bad.has(line) ? "✗" : (codes.get(line) ?? "\u00a0");
    rows.push(row);
  }
  gutter.replaceChildren(...rows);
  gutter.scrollTop = text.scrollTop;
  $("editor-size").textContent = trouble || size;
  $("editor-load").disabled = Boolean(faults.length || trouble);
  text.setAttribute("aria-invalid", Boolean(faults.length));
  $("editor-faults").replaceChildren(...faults.map((one) => shown(one, "")), ...warnings.map((one) => shown(one, "warning")));
}

function shown(fault, kind) {
  const made = document.createElement("pre");
  made.className = kind;
  const marker = " ".repeat(fault.column) + "^" + "~".repeat(Math.max(0, fault.width - 1));
  made.textContent = `line ${fault.line}: ${fault.said}\n${fault.text}\n${marker}`;
  return made;
}
