// A worker in this browser that answers the page's questions: the same Python as the server's.

import { alone, browserStore, held, newName, tabStore } from "./tabs.js";

// `told` hears how much of the calculator is loaded, and at the end that everything is where it stays.
const NO_WORKER = "The calculator does not start: one of its scripts does not come, or this browser is too old for it. Load the page again.";

export class Browser {
  constructor(model, told) {
    this.model = model;
    this.told = told;
    this.place = `${model} calculator`;
    this.keeper = false; // whether a new tab goes on with the calculator of this tab
    this.answers = new Map();
    this.count = 0;
    this.worker = new Worker(new URL("./python.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", (event) => this.#hear(event.data));
    this.worker.addEventListener("error", (event) => this.#fail(event.message));
  }

  async open() {
    const stored = tabStore.get(`${this.model} tab`);
    const own = stored !== null && (await alone(stored));
    const name = own ? stored : newName();
    if (!own) {
      tabStore.set(`${this.model} tab`, name);
      alone(name);
    }
    this.keeper = !navigator.locks || (await held(this.place));
    const kept = (own ? tabStore.get(this.place) : null) ?? (this.keeper ? browserStore.get(this.place) : null);
    const face = await this.#post("open", { model: this.model, kept });
    return { face, said: face.said };
  }

  ask(operation, data) {
    return this.#post("ask", { operation, data });
  }

  leave() {}

  #post(what, data) {
    this.count += 1;
    const number = this.count;
    return new Promise((done, failed) => {
      this.answers.set(number, { done, failed });
      this.worker.postMessage({ number, what, ...data });
    });
  }

  #hear({ number, answer, kept, trouble, share, bytes, settled }) {
    if (trouble) this.#fail(trouble);
    if (share !== undefined || settled) {
      this.told({ share, bytes, settled });
      return;
    }
    if (kept) this.#keep(kept);
    const waiting = this.answers.get(number);
    if (!waiting) return;
    this.answers.delete(number);
    if (answer.error) waiting.failed(new Error(answer.error));
    else waiting.done(answer);
  }

  #keep(text) {
    const stored = tabStore.set(this.place, text);
    if (this.keeper && !browserStore.set(this.place, text) && !stored) {
      console.info("This browser keeps nothing: the calculator is gone when the page is closed.");
    }
  }

  #fail(message) {
    for (const { failed } of this.answers.values()) failed(new Error(message ? `The calculator does not start. ${message}` : NO_WORKER));
    this.answers.clear();
  }
}
