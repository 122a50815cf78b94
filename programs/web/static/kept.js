// The calculators that this browser keeps: each in an entry of its own, so that no tab writes what another has.

import { browserStore, newName, openNames } from "./tabs.js";

const PREFIX = "calculator ";

// One of them, null where there is none: title, model, time, what it shows, lines of its program, its text.
export function get(name) {
  try {
    return JSON.parse(browserStore.get(PREFIX + name));
  } catch {
    return null;
  }
}

// Returns whether the browser keeps it.
export function set(name, calculator) {
  return browserStore.set(PREFIX + name, JSON.stringify(calculator));
}

export function remove(name) {
  browserStore.set(PREFIX + name, null);
}

// All of them, the one used last first.
export function all() {
  const names = browserStore.names().filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
  const found = names.map((name) => ({ ...get(name), name })).filter((one) => typeof one.text === "string");
  return found.sort((one, other) => other.time - one.time);
}

// The same as a page lists them: with the word whether a tab has it open.
export async function listed() {
  const open = new Set(await openNames());
  return all().map(({ text, ...one }) => ({ ...one, open: open.has(one.name) }));
}

// The first of Calculator 1, Calculator 2 ... that is no title yet.
export function newTitle() {
  const known = new Set(all().map((one) => one.title));
  let number = 1;
  while (known.has(`Calculator ${number}`)) number += 1;
  return `Calculator ${number}`;
}

// Versions up to 1.1 kept one calculator of each model.
export function takeOver(model) {
  const old = browserStore.get(`${model} calculator`);
  if (old === null) return;
  const calculator = { title: newTitle(), model, time: Date.now(), shown: "", lines: 0, text: old };
  if (set(newName(), calculator)) browserStore.set(`${model} calculator`, null);
}
