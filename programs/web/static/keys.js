// The keys: pointer, touch, the computer's keyboard and screen readers press the same 39.

import { feel, isChosen } from "./options.js";
import { Typing } from "./typing.js";

const FIELDS = "input:not([type=checkbox]), select, textarea";
const CONTROLS = "button, a, summary, [role=tab], input";
const ENTER = "36";
const BACK = "35";
const RUN_STOP = "31";

export function watchKeys(desk, help, commands) {
  const pad = document.getElementById("keypad");
  const buttons = [...pad.querySelectorAll("[data-key]")];
  const byCode = new Map(buttons.map((button) => [button.dataset.key, button]));
  const typing = new Typing(JSON.parse(document.body.dataset.shortcuts), JSON.parse(document.body.dataset.inNumber));
  const pointers = new Map();
  const typed = new Map();

  const down = (code) => {
    byCode.get(code)?.classList.add("down");
    feel();
    desk.key("down", code);
  };
  const up = (code) => {
    byCode.get(code)?.classList.remove("down");
    desk.key("up", code);
  };

  pad.addEventListener("pointerdown", (event) => {
    const target = event.target.closest(".legend, [data-key]");
    if (!target || event.button !== 0) return;
    event.preventDefault();
    document.activeElement?.closest(FIELDS)?.blur(); // what is typed next is for the keys
    typing.forget();
    const code = target.dataset.of ?? target.dataset.key;
    if (target.dataset.shift && shifts(event, target) && document.getElementById("calculator").dataset.shift === undefined) {
      desk.press(target.dataset.shift);
    }
    byCode.get(code).setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, code);
    down(code);
  });
  const lift = (event) => {
    const code = pointers.get(event.pointerId);
    if (pointers.delete(event.pointerId)) up(code);
  };
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) pad.addEventListener(kind, lift);
  pad.addEventListener("mousedown", (event) => event.preventDefault());
  pad.addEventListener("contextmenu", (event) => event.preventDefault());
  pad.addEventListener("click", (event) => {
    const button = event.target.closest("[data-key]");
    if (!button || event.detail !== 0) return; // a pointer has pressed it already
    down(button.dataset.key);
    up(button.dataset.key);
  });

  // What is typed after a click on a button is for the calculator: Enter does not press that button again.
  const leaveButton = (event) => {
    if (event.detail > 0 && event.target.closest("button")) document.activeElement?.closest("button")?.blur();
  };
  document.addEventListener("click", leaveButton, { capture: true });

  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const target = event.target;
    if (target.closest(FIELDS)) return;
    if (event.ctrlKey || event.metaKey) {
      const redo = event.key === "y" || (event.shiftKey && event.key.toLowerCase() === "z");
      if (redo || event.key === "z") {
        event.preventDefault();
        typing.forget();
        commands[redo ? "redo" : "undo"]();
      }
      return;
    }
    if (event.altKey) return;
    if (event.key === "?") {
      event.preventDefault();
      help.showModal();
      return;
    }
    const focused = target.closest("[data-key]");
    if (focused && event.key.startsWith("Arrow")) {
      event.preventDefault();
      moveFocus(buttons, focused, event.key);
      return;
    }
    let codes = focused && event.key === " " ? [focused.dataset.key] : null;
    if (!codes) {
      if ((event.key === "Enter" || event.key === " ") && !focused && target.closest(CONTROLS)) return;
      codes = event.key === "Escape" ? escape(desk.last) : typing.codes(event.key);
    }
    if (!codes) return;
    event.preventDefault();
    if (event.repeat) return;
    desk.press(...codes.slice(0, -1));
    const last = codes[codes.length - 1];
    if (typed.has(event.code)) up(typed.get(event.code));
    typed.set(event.code, last);
    down(last);
  });
  document.addEventListener("keyup", (event) => {
    if (!typed.has(event.code)) return;
    event.preventDefault();
    up(typed.get(event.code));
    typed.delete(event.code);
  });
  window.addEventListener("blur", () => {
    for (const code of [...typed.values(), ...pointers.values()]) up(code);
    typed.clear();
    pointers.clear();
  });
}

// A mouse hits the legend it aims at. A finger that means the key may hit the blue legend below it.
function shifts(event, legend) {
  return event.pointerType !== "touch" || legend.dataset.shift === "42" || isChosen("tap-blue");
}

// The key that ends a running program, a message or a prefix. Nothing when there is none.
function escape(face) {
  if (face?.running) return [RUN_STOP];
  if (face?.message) return [BACK];
  return face?.pending ? ["42", ENTER] : undefined;
}

function moveFocus(buttons, from, arrow) {
  const [rows, columns] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[arrow];
  for (let steps = 1; steps <= 10; steps += 1) {
    const row = Number(from.dataset.row) + rows * steps;
    const column = Number(from.dataset.column) + columns * steps;
    const to = buttons.find((button) => Number(button.dataset.row) === row && Number(button.dataset.column) === column);
    if (to) {
      from.tabIndex = -1;
      to.tabIndex = 0;
      to.focus();
      return;
    }
  }
}
