// The editor: the text of a listing with keycodes and the stack beside it, and below it what was found as it is
// typed. Every fix and change is made by the calculator's code: the page asks for the new text.

import { confirmed, mayReplace } from "./question.js";

const $ = (id) => document.getElementById(id);
const text = $("editor-text");
const gutter = $("gutter");
const levels = $("editor-levels");
const PAUSE = 150; // milliseconds without a key before the text is looked at
let before = ""; // the text without the edits of this person

export function watchEditor(desk, say) {
  let timer = null;
  let asked = 0;
  const look = async () => {
    asked += 1;
    const number = asked;
    const found = await desk.ask("check", { ...here(), stack: $("editor-stack").value }).catch((error) => ({ trouble: error.message }));
    if (number === asked) paint(found, mend);
  };
  const replace = (listing) => {
    text.focus();
    text.select();
    // so that the browser's own undo takes it back
    if (!document.execCommand("insertText", false, listing)) text.value = listing;
    $("editor-changes").replaceChildren();
    look();
  };
  const mend = async (line, title) => {
    try {
      replace((await desk.ask("mend", { ...here(), line, title })).text);
    } catch (error) {
      say(error.message, true);
    }
  };
  $("editor-improve").addEventListener("click", async () => {
    const [first, last] = chosen();
    try {
      const { changes } = await desk.ask("improve", { ...here(), first, last });
      const buttons = changes.map((one) => button(one.title, () => replace(one.text), one.proof));
      const none = `Nothing was found for ${last > first ? `lines ${first} to ${last}` : `line ${first}`} that could be proved.`;
      $("editor-changes").replaceChildren(...(buttons.length ? buttons : [none]));
    } catch (error) {
      say(error.message, true);
    }
  });
  $("editor-stack").addEventListener("change", look);
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
  const close = (event) => {
    show(false);
    if (event.detail === 0) $("edit").focus(); // it was closed by the keyboard
  };
  $("editor-close").addEventListener("click", async (event) => {
    if (await mayDrop("Closing the editor")) close(event);
  });
  window.addEventListener("beforeunload", (event) => {
    if (isEdited()) event.preventDefault();
  });
  $("editor-load").addEventListener("click", async (event) => {
    if (!(await mayReplace(desk, "The text"))) return;
    const bytes = new TextEncoder().encode(text.value);
    const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    const face = await desk.act("load", { name: "editor", data });
    if (!face) return;
    close(event);
    say("The program is in the calculator.");
  });
  text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  });
  text.addEventListener("scroll", () => (gutter.scrollTop = levels.scrollTop = text.scrollTop));
  text.addEventListener("keydown", (event) => {
    if (event.key === "Escape") $("editor-close").focus(); // Tab and Escape lead out of the text
  });
  return async (listing) => {
    document.getElementById("tab-programs").click();
    if (await mayDrop("The text that was pasted")) open(listing);
  };
}

function here() {
  return { text: text.value, name: "editor" };
}

// The lines that are selected, all where nothing is. A line of which no sign is selected does not count.
function chosen() {
  const count = (end) => text.value.slice(0, end).split("\n").length;
  const { selectionStart: begin, selectionEnd: end } = text;
  return begin === end ? [1, count(undefined)] : [count(begin), count(end - 1)];
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

function paint({ places = [], lines = [], faulty = [], findings = [], stack = {}, trouble = "", size = "" }, mend) {
  const bad = new Set(faulty);
  const codes = new Map(places.map((place, step) => [place, lines[step] && `${String(step + 1).padStart(3, "0")} ${lines[step].codes}`]));
  const rows = [];
  const told = [];
  for (let line = 1; line <= text.value.split("\n").length; line += 1) {
    rows.push(row(bad.has(line) ? "✗" : codes.get(line), bad.has(line) ? "bad" : ""));
    told.push(row(stack[line], ""));
  }
  gutter.replaceChildren(...rows);
  levels.replaceChildren(...told);
  levels.hidden = $("editor-stack").value === "off";
  gutter.scrollTop = levels.scrollTop = text.scrollTop;
  $("editor-size").textContent = trouble || size;
  $("editor-load").disabled = Boolean(faulty.length || trouble);
  text.setAttribute("aria-invalid", Boolean(faulty.length));
  const buttons = ({ line, fixes }) => fixes.map((title) => button(title, () => mend(line, title)));
  $("editor-faults").replaceChildren(...findings.flatMap((one) => [shown(one), ...buttons(one)]));
}

function row(told, kind) {
  const made = document.createElement("div");
  made.className = kind;
  made.textContent = told ?? "\u00a0";
  made.title = told ?? "";
  return made;
}

function button(title, act, about = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = title;
  made.title = about;
  made.addEventListener("click", act);
  return made;
}

function shown(finding) {
  const made = document.createElement("pre");
  made.className = finding.weight;
  const marker = " ".repeat(finding.column) + "^" + "~".repeat(Math.max(0, finding.width - 1));
  const quoted = document.createElement("span");
  quoted.setAttribute("aria-hidden", "true"); // it stands in the text, and the mark is for the eye
  quoted.textContent = `${finding.text}\n${marker}`;
  made.append(`line ${finding.line}: ${finding.said}\n`, quoted);
  return made;
}
