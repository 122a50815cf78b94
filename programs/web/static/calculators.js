// The list of kept calculators: open one, name it, delete it, save all to a file and read that again.

import { confirmed } from "./question.js";
import { setWish } from "./tabs.js";

const $ = (id) => document.getElementById(id);
const KIND = "hp15c calculators";

// `faces` has the address of the page of each model.
export function watchCalculators(keeper, model, faces) {
  const said = (text) => ($("calculators-said").textContent = text);
  const attempt = (work) => async (...given) => {
    said("");
    try {
      await work(...given);
      await paint();
    } catch (error) {
      said(error.message);
    }
  };
  const go = (to, wish) => {
    setWish(to, wish);
    if (to === model) location.reload();
    else location.href = faces[to];
  };
  const open = attempt(async (one) => {
    const elsewhere = one.open && !(await confirmed(`${one.title} is open on another page. Open it here? That page ends.`, "Open it here"));
    if (!elsewhere) go(one.model, { take: one.name });
  });
  const remove = attempt(async (one) => {
    if (await confirmed(`Delete ${one.title} with its program and memory? Nothing brings it back.`, "Delete")) await keeper.remove(one.name);
  });
  const rename = attempt(async (one, title) => {
    if (title.trim()) await keeper.rename(one.name, title.trim());
    showTitle(keeper.title);
  });
  const paint = async () => {
    const found = await keeper.calculators();
    $("calculators-list").replaceChildren(...found.map((one) => row(one, one.name === keeper.name, { open, remove, rename })));
    $("calculators-stay").textContent = keeper.stays();
    if (!found.length && keeper.keeps) said("No calculator is kept yet: one is, as soon as it is used.");
  };
  $("calculators-open").addEventListener("click", () => {
    $("calculators").showModal();
    attempt(async () => {})();
  });
  $("calculator-new").addEventListener("click", () => go(model, { fresh: true }));
  $("calculators-save").addEventListener("click", attempt(async () => save(await keeper.texts())));
  $("calculators-read").addEventListener("change", (event) => attempt(async () => {
    const [file] = event.target.files;
    const count = await read(keeper, file);
    event.target.value = "";
    await paint();
    said(`${count} of the file ${count === 1 ? "is" : "are"} in the list now.`);
  })());
  return () => showTitle(keeper.title);
}

function showTitle(title) {
  $("calculators-open").textContent = title;
  $("calculators-open").hidden = false;
}

function row(one, isThis, { open, remove, rename }) {
  const made = document.createElement("li");
  const title = document.createElement("input");
  title.value = one.title;
  title.maxLength = 60;
  title.setAttribute("aria-label", `Name of ${one.title}`);
  title.addEventListener("change", () => rename(one, title.value));
  const facts = document.createElement("span");
  facts.className = "hint-text";
  const when = one.time ? new Date(one.time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) : "";
  const lines = one.lines ? `${one.lines} ${one.lines === 1 ? "line" : "lines"}` : "no program";
  const where = isThis ? "open here" : one.terminal ? "open in a terminal" : one.open ? "open on another page" : "";
  facts.textContent = [`HP-${one.model}`, one.shown && `shows ${one.shown}`, lines, when, where].filter(Boolean).join(", ");
  const buttons = [button("Open", one, open, isThis || one.terminal), button("Delete", one, remove, isThis || one.open)];
  made.append(title, ...buttons, facts);
  return made;
}

function button(name, one, act, disabled) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = name;
  made.disabled = disabled;
  made.setAttribute("aria-label", `${name} ${one.title}`);
  made.addEventListener("click", () => act(one));
  return made;
}

function save(calculators) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify({ kind: KIND, version: 1, calculators }, null, 1)], { type: "application/json" }));
  link.download = "calculators.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function read(keeper, file) {
  let data = null;
  try {
    data = JSON.parse(await file.text());
  } catch {
    // it is said below
  }
  if (data?.kind !== KIND || !Array.isArray(data.calculators)) throw new Error(`${file.name} is no file of calculators that was saved here.`);
  for (const one of data.calculators) await keeper.add(String(one.title ?? "").slice(0, 60), String(one.snapshot));
  return data.calculators.length;
}
