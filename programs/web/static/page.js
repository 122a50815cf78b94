// Joins the parts of the page. It paints what it is told and sends what is pressed. It computes nothing.

import { Browser } from "./browser.js";
import { watchCalculators } from "./calculators.js";
import { watchClipboard } from "./clipboard.js";
import { Desk } from "./desk.js";
import { watchEditor } from "./editor.js";
import { enable } from "./focus.js";
import { paintInside, watchInside } from "./inside.js";
import { watchKeys } from "./keys.js";
import { paintLcd, paintShare } from "./lcd.js";
import { openLink, watchShare } from "./link.js";
import { endLoading, say, sayLoading, watchMessages } from "./messages.js";
import { watchOptions } from "./options.js";
import { paintProgram, paintRun, watchPrograms } from "./programs.js";
import { confirmed } from "./question.js";
import { Server } from "./server.js";
import { paintTable, watchTable } from "./table.js";
import { tabStore } from "./tabs.js";

const $ = (id) => document.getElementById(id);
const { model, answers } = document.body.dataset;

document.body.dataset.begun = "yes";
watchMessages();
let noted = "";
const keeper = answers === "worker" ? new Browser(model, hear) : new Server(model);
const desk = new Desk(
  keeper,
  (face) => {
    paintLcd(face);
    paintRun(face);
    paintInside(face);
    paintTable(face.game);
    if (face.redoable) $("redo").disabled = false;
    enable($("undo"), face.undoable, $("redo"));
    enable($("redo"), face.redoable, $("undo"));
    $("machine").value = face.machine;
    if (face.trouble) say(face.trouble, true);
    else if (face.note && face.note !== noted) say(face.note);
    noted = face.note;
    paintProgram(desk, face).catch((error) => say(error.message, true));
  },
  say,
);

const commands = { undo: () => desk.act("undo"), redo: () => desk.act("redo") };
for (const [id, command] of Object.entries(commands)) $(id).addEventListener("click", command);
watchOptions();
watchKeys(desk, $("help"), commands);
watchPrograms(desk, say);
watchClipboard(desk, say, watchEditor(desk, say));
watchInside(desk);
watchTable(desk, say);
watchShare(desk, say);
watchMachine();
const showCalculator = watchCalculators(keeper, model, JSON.parse(document.body.dataset.faces));
watchTabs([...document.querySelectorAll("[role=tab]")]);
$("help-open").addEventListener("click", () => $("help").showModal());
$("with-on").addEventListener("click", (event) => {
  if (event.target.dataset.press) desk.press(event.target.dataset.press);
});
$("clear").addEventListener("click", async () => {
  if (await confirmed("Clear the whole memory: stack, registers, matrices and program?\nUndo brings it back.", "Clear")) desk.act("clear");
});
window.addEventListener("pagehide", () => desk.leave());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && (desk.last?.running || desk.last?.busy)) desk.look();
});

desk.queue(async () => {
  await desk.open();
  showCalculator();
  document.body.dataset.ready = "yes";
  endLoading();
  openLink(desk);
});

// What the worker says while it starts. The service worker comes last: what was loaded is not asked for again.
function hear({ share, bytes, settled, said }) {
  if (said) say(said, true);
  else if (settled) navigator.serviceWorker?.register("./offline.js").catch(() => {});
  else if (!document.body.dataset.ready) {
    paintShare(share);
    sayLoading(share, bytes);
  }
}

// Another make has a memory of its own: the program goes with it, the rest does not.
function watchMachine() {
  $("machine").addEventListener("change", async () => {
    const name = $("machine").value;
    const sure = await confirmed("The other make starts with the program and nothing else in its memory.\nUndo brings this one back.", "Change");
    if (!sure || !(await desk.act("machine", { name }))) $("machine").value = desk.last.machine;
  });
}

function watchTabs(tabs) {
  const select = (tab) => {
    for (const one of tabs) {
      const chosen = one === tab;
      one.setAttribute("aria-selected", chosen);
      one.tabIndex = chosen ? 0 : -1;
      $(one.getAttribute("aria-controls")).hidden = !chosen;
    }
    tabStore.set("pane", tab.id);
  };
  for (const [place, tab] of tabs.entries()) {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[event.key];
      if (!step) return;
      const to = tabs[(place + step) % tabs.length];
      select(to);
      to.focus();
    });
  }
  const kept = tabs.find((tab) => tab.id === tabStore.get("pane"));
  if (kept) select(kept);
}
