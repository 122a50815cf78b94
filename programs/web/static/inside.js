// What is inside the calculator: stack, registers, flags. A click on a value edits it in place.

import { paintMatrices, putValue } from "./matrices.js";

const $ = (id) => document.getElementById(id);
const pane = $("inside");

export function watchInside(desk) {
  const begin = (cell, byKeys, typed) => {
    if (cell.querySelector("input")) return;
    const field = document.createElement("input");
    const before = cell.textContent.split("\n")[0];
    field.value = typed ?? before;
    field.setAttribute("aria-label", `New value of ${cell.dataset.place}`);
    let over = false;
    const end = (keep, back) => {
      if (over) return;
      over = true;
      const value = field.value;
      field.remove();
      putValue(cell, before);
      if (back) cell.querySelector("button").focus();
      if (keep && value.trim() && value !== before) put(cell, value, back);
    };
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "Escape") {
        event.preventDefault();
        end(event.key === "Enter", byKeys);
      }
    });
    field.addEventListener("blur", () => end(true, false));
    cell.replaceChildren(field);
    field.select();
  };
  // What is refused can be mended by who typed it, unless the focus has gone elsewhere.
  const put = async (cell, value, byKeys) => {
    const face = await desk.act("put", { name: cell.dataset.place, value });
    if (!face && byKeys && cell.contains(document.activeElement)) begin(cell, byKeys, value);
  };
  pane.addEventListener("click", (event) => {
    const cell = event.target.closest("[data-place]");
    if (cell) begin(cell, event.detail === 0);
  });
}

export function paintInside(face) {
  // During a game of Mastermind the registers are hidden: one of them holds the secret.
  pane.hidden = Boolean(face.game && face.game.kind === "maker" && !face.game.over);
  fill($("stack"), face.stack);
  fill($("registers"), face.registers);
  $("flags").textContent = face.flags.join(" ") || "none";
  $("returns").textContent = `${face.returns.join(" ") || "none"} (of ${face.levels})`;
  $("modes").textContent = face.modes;
  $("seconds").textContent = `${face.seconds.toFixed(2)} s`;
  paintMatrices(face.matrices);
}

function fill(list, values) {
  const names = Object.keys(values);
  const shown = [...list.children];
  if (shown.length !== 2 * names.length || names.some((name, place) => shown[2 * place].textContent !== name)) {
    list.replaceChildren(...names.flatMap((name) => [document.createElement("dt"), value(name)]));
    names.forEach((name, place) => (list.children[2 * place].textContent = name));
  }
  names.forEach((name, place) => putValue(list.children[2 * place + 1], values[name]));
}

function value(name) {
  const cell = document.createElement("dd");
  cell.dataset.place = name;
  return cell;
}
