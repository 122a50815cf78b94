// A server that answers the page's questions.

import { alone, browserStore, newName, openNames, tabStore, takeWish } from "./tabs.js";

const HERE = 20000; // milliseconds between two words that this page is open

export class Server {
  constructor(model) {
    this.model = model;
    this.name = null;
    this.title = "";
    this.keeps = true;
    this.owner = browserStore.get("owner") ?? tabStore.get("owner") ?? newName();
    if (!browserStore.set("owner", this.owner)) tabStore.set("owner", this.owner);
  }

  async open() {
    const { take = null, fresh = false } = takeWish(this.model);
    let stored = take || fresh ? null : tabStore.get(this.model);
    if (stored && !(await alone(stored))) stored = null;
    const shown = await openNames();
    const face = await send("/api", { model: this.model, session: stored, owner: this.owner, shown, take, fresh });
    this.name = face.session;
    this.title = face.title;
    tabStore.set(this.model, this.name);
    if (stored !== this.name) alone(this.name);
    setInterval(() => this.ask("here", {}).catch(() => {}), HERE);
    return { face, said: this.#said(stored, face) };
  }

  #said(stored, face) {
    if (!stored || face.found) return "";
    if (face.kept) return "The calculator goes on from the memory that was kept.";
    return "The server does not have this tab's calculator any more; this is a new one.";
  }

  ask(operation, data) {
    return send(`/api/${this.name}/${operation}`, data);
  }

  leave() {
    if (this.name) navigator.sendBeacon(`/api/${this.name}/leave`, new Blob([""], { type: "text/plain" }));
  }

  async calculators() {
    const { calculators, keeps } = await this.#list("list");
    this.keeps = keeps;
    return calculators.map((one) => ({ ...one, time: 1000 * one.time }));
  }

  async rename(name, title) {
    if (name === this.name) this.title = title;
    await this.#list("rename", { name, title });
  }

  async remove(name) {
    await this.#list("remove", { name });
  }

  async texts() {
    return (await this.#list("save")).calculators;
  }

  async add(title, text) {
    await this.#list("add", { title, snapshot: text });
  }

  stays() {
    if (!this.keeps) return "The server was started with --no-memory: it keeps no calculator when it ends.";
    return "The server keeps all that were used in its file.";
  }

  async #list(what, more = {}) {
    return send("/api/calculators", { do: what, owner: this.owner, shown: await openNames(), ...more });
  }
}

async function send(address, data) {
  let response;
  try {
    response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(data),
    });
  } catch {
    throw Object.assign(new Error("The server does not answer: is it still running?"), { isLost: true });
  }
  const found = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(found.error ?? `The server answers ${response.status}.`);
  return found;
}
