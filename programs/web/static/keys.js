// The keys: pointer, touch, the computer's keyboard and screen readers press the same 39.

const FIELDS = "input, select, textarea";

export function watchKeys(desk, shortcuts, help) {
  const pad = document.getElementById("keypad");
  const buttons = [...pad.querySelectorAll("[data-key]")];
  const byCode = new Map(buttons.map((button) => [button.dataset.key, button]));
  const pointers = new Map();
  const typed = new Map();

  const down = (code) => {
    byCode.get(code)?.classList.add("down");
    desk.key("down", code);
  };
  const up = (code) => {
    byCode.get(code)?.classList.remove("down");
    desk.key("up", code);
  };

  pad.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-key]");
    if (!button || event.button !== 0) return;
    event.preventDefault();
    if (document.activeElement?.matches(FIELDS)) document.activeElement.blur(); // what is typed next is for the keys
    button.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, button.dataset.key);
    down(button.dataset.key);
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

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const target = event.target;
    if (target.closest(FIELDS)) return;
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
      if (event.key === "Enter" && !focused && target.closest("button, a, summary, [role=tab]")) return;
      codes = shortcuts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    }
    if (!codes) return;
    event.preventDefault();
    if (event.repeat) return;
    for (const code of codes.slice(0, -1)) {
      desk.key("down", code);
      desk.key("up", code);
    }
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

function moveFocus(buttons, from, arrow) {
  const row = Number(from.dataset.row);
  const column = Number(from.dataset.column);
  const [rows, columns] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[arrow];
  for (let steps = 1; steps <= 10; steps += 1) {
    const to = buttons.find(
      (button) =>
        Number(button.dataset.row) === row + rows * steps && Number(button.dataset.column) === column + columns * steps,
    );
    if (to) {
      from.tabIndex = -1;
      to.tabIndex = 0;
      to.focus();
      return;
    }
  }
}
