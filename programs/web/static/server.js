// A server that answers the page's questions.

import { alone, tabStore } from "./tabs.js";

export class Server {
  constructor(model) {
    this.model = model;
    this.session = null;
  }

  async open() {
    let stored = tabStore.get(this.model);
    if (stored && !(await alone(stored))) stored = null;
    const face = await send("/api", { model: this.model, session: stored });
    this.session = face.session;
    tabStore.set(this.model, face.session);
    if (stored !== face.session) alone(face.session);
    return { face, said: this.#said(stored, face) };
  }

  #said(stored, face) {
    if (!stored || face.found) return "";
    if (face.kept) return "The calculator goes on from the memory that was kept.";
    return "The server does not have this tab's calculator any more; this is a new one.";
  }

  ask(operation, data) {
    return send(`/api/${this.session}/${operation}`, data);
  }

  leave() {
    if (this.session) navigator.sendBeacon(`/api/${this.session}/leave`, new Blob([""], { type: "text/plain" }));
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
