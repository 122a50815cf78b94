// A worker in this browser that answers the page's questions: the same Python as the server's.

import * as kept from "./kept.js";
import { alone, held, newName, openNames, tabStore, taken, takeWish, whenTaken } from "./tabs.js";

const NO_WORKER = "The calculator does not start: one of its scripts does not come, or this browser is too old for it. Load the page again.";
const NO_ROOM = "This browser keeps nothing more: this calculator is gone when the page is closed. Delete others in the list of calculators.";
const CLOSING = 300; // milliseconds in which a tab that is just being closed lets its calculator go
const GONE = "This calculator is open in another tab now. Load this page again for another one.";

// `told` hears how much of the calculator is loaded, and at the end that everything is where it stays.
export class Browser {
  constructor(model, told) {
    this.model = model;
    this.told = told;
    this.name = null;
    this.title = "";
    this.unused = null; // the text of a new calculator, as long as nothing was done with it
    this.text = null; // as it was kept last
    this.face = null;
    this.gone = false; // whether another tab has taken the calculator
    this.persistent = null;
    this.keeps = true;
    this.unkept = false; // whether the browser has no room for the calculator
    this.failed = null; // why Python does not start
    this.answers = new Map();
    this.count = 0;
    const { worker, heard } = self.early; // it was started before this script
    this.worker = worker;
    const hear = (event) => (event.type === "error" ? this.#fail(event.message) : this.#hear(event.data));
    worker.onmessage = worker.onerror = hear;
    heard.forEach(hear);
    whenTaken(() => (this.gone = true));
  }

  async open() {
    kept.takeOver(this.model);
    await this.#choose();
    const calculator = kept.get(this.name);
    const face = await this.#post("open", { model: this.model, kept: calculator?.text ?? null });
    if (calculator && !face.found) this.#begin(); // what cannot be read stays as it is
    tabStore.set(`${this.model} tab`, this.name);
    return { face, said: face.said };
  }

  // The calculator of this tab, else the one that was used last of those that no tab has, else a new one.
  async #choose() {
    const { take, fresh } = takeWish(this.model);
    if (take && (await taken(take))) return this.#go(take);
    const stored = tabStore.get(`${this.model} tab`);
    if (!fresh && stored && (await alone(stored))) return this.#go(stored);
    const mine = fresh ? [] : kept.all().filter((one) => one.model === this.model);
    if (mine.length) await new Promise((done) => setTimeout(done, CLOSING));
    const open = new Set(await openNames());
    for (const one of mine) {
      if (!open.has(one.name) && (await held(one.name))) return this.#go(one.name);
    }
    return this.#begin();
  }

  #go(name) {
    this.name = name;
    this.title = kept.get(name)?.title ?? kept.newTitle();
    this.unused = kept.get(name) ? null : "";
  }

  #begin() {
    this.#go(newName());
    held(this.name);
  }

  async ask(operation, data) {
    if (this.gone) throw new Error(GONE);
    return this.#post("ask", { operation, data });
  }

  leave() {}

  calculators() {
    return kept.listed();
  }

  async rename(name, title) {
    if (name === this.name) this.title = title;
    const calculator = kept.get(name);
    if (calculator) kept.set(name, { ...calculator, title });
  }

  async remove(name) {
    kept.remove(name);
  }

  async texts() {
    return kept.all().map(({ title, model, time, text }) => ({ title, model, time: time / 1000, snapshot: text }));
  }

  async add(title, text) {
    const facts = await this.#post("facts", { kept: text });
    const calculator = { title: title || kept.newTitle(), model: facts.model, time: Date.now(), shown: facts.shown, lines: facts.lines, text };
    if (!kept.set(newName(), calculator)) throw new Error("This browser has no room for it.");
  }

  // What the browser does with what it keeps, in words.
  stays() {
    if (this.persistent === true) return "This browser keeps all that were used until you delete them or the page's data.";
    return "This browser keeps all that were used, and may drop them when it runs out of room or is not used for weeks. A file is safe.";
  }

  #post(what, data) {
    if (this.failed) return Promise.reject(this.failed);
    this.count += 1;
    const number = this.count;
    return new Promise((done, failed) => {
      this.answers.set(number, { done, failed });
      this.worker.postMessage({ number, what, ...data });
    });
  }

  #hear({ number, answer, kept: text, trouble, share, bytes, settled }) {
    if (trouble) this.#fail(trouble);
    if (share !== undefined || settled) {
      this.told({ share, bytes, settled });
      return;
    }
    if (answer?.stack) this.face = answer;
    if (text) this.#keep(text);
    const waiting = this.answers.get(number);
    if (!waiting) return;
    this.answers.delete(number);
    if (answer.error) waiting.failed(new Error(answer.error));
    else waiting.done(answer);
  }

  #keep(text) {
    if (this.gone) return;
    if (this.unused === "") this.unused = text;
    if (text === this.unused || text === this.text) return;
    this.unused = null;
    this.text = text;
    const shown = this.face?.text.trim() ?? "";
    const calculator = { title: this.title, model: this.model, time: Date.now(), shown, lines: this.face?.lines ?? 0, text };
    const isKept = kept.set(this.name, calculator);
    if (!isKept && !this.unkept) this.told({ said: NO_ROOM });
    this.unkept = !isKept;
    if (isKept && this.persistent === null) this.#persist();
  }

  #persist() {
    this.persistent = false;
    navigator.storage?.persist?.().then((granted) => (this.persistent = granted), () => {});
  }

  #fail(message) {
    this.failed = new Error(message ? `The calculator does not start. ${message}` : NO_WORKER);
    for (const { failed } of this.answers.values()) failed(this.failed);
    this.answers.clear();
  }
}
