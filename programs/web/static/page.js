// Joins the parts of the page. It paints what the server says and sends what is pressed; it computes nothing.

import { Desk } from "./desk.js";
import { watchKeys } from "./keys.js";
import { paintLcd } from "./lcd.js";
import { paintBoard, watchMastermind } from "./mastermind.js";
import { paintInside, paintProgram, watchPrograms } from "./programs.js";

const status = document.getElementById("status");
const help = document.getElementById("help");

function say(text, trouble = false) {
  status.textContent = text;
  status.classList.toggle("trouble", trouble);
}

const desk = new Desk(
  document.body.dataset.model,
  (face) => {
    paintLcd(face);
    paintInside(face);
    paintBoard(face.board);
    if (face.trouble) say(face.trouble, true);
    paintProgram(desk, face).catch((error) => say(error.message, true));
  },
  say,
);

watchKeys(desk, JSON.parse(document.body.dataset.shortcuts), help);
watchPrograms(desk, say);
watchMastermind(desk, say);
watchTabs([...document.querySelectorAll("[role=tab]")]);
document.getElementById("help-open").addEventListener("click", () => help.showModal());
document.getElementById("with-on").addEventListener("click", (event) => {
  const code = event.target.dataset.press;
  if (!code) return;
  desk.key("down", code);
  desk.key("up", code);
});
window.addEventListener("pagehide", () => desk.leave());
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && (desk.last?.running || desk.last?.busy)) desk.look();
});

desk.queue(async () => {
  await desk.open();
  document.body.dataset.ready = "yes";
});

function watchTabs(tabs) {
  const select = (tab) => {
    for (const one of tabs) {
      const chosen = one === tab;
      one.setAttribute("aria-selected", chosen);
      one.tabIndex = chosen ? 0 : -1;
      document.getElementById(one.getAttribute("aria-controls")).hidden = !chosen;
    }
    // Who plays Mastermind does not see the registers: one of them holds the secret.
    document.getElementById("inside").hidden = tab.id !== "tab-programs";
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
}
