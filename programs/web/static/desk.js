// The way to the server: requests one after the other, keys in the order in which they were pressed.

const RUNNING = 40; // milliseconds between two looks while the calculator is at work or a key is held
const HIDDEN = 1000;

export class Desk {
  constructor(model, paint, say) {
    this.model = model;
    this.paint = paint;
    this.say = say;
    this.events = [];
    this.waiting = null; // the requests under way, one after the other
    this.timer = null;
    this.down = new Set();
    this.last = null;
  }

  async open() {
    const place = `hp15c ${this.model}`;
    let stored = sessionStorage.getItem(place);
    if (stored && !(await alone(stored))) stored = null; // a tab that was duplicated gets its own calculator
    const face = await this.ask("POST", "/api", { model: this.model, session: stored });
    this.session = face.session;
    sessionStorage.setItem(place, face.session);
    if (!stored || stored !== face.session) alone(face.session);
    if (stored && !face.found) this.say("The calculator was not used for long and is gone; this is another one.");
    this.show(face);
  }

  address(path = "") {
    return `/api/${this.session}${path}`;
  }

  // Keys that go down and up; what is pressed while a request is under way goes with the next one.
  key(what, code) {
    if (what === "down") this.down.add(code);
    else this.down.delete(code);
    this.events.push([what, code]);
    if (this.events.length === 1) this.queue(() => this.sendKeys());
  }

  async sendKeys() {
    const events = this.events.splice(0, 200);
    if (this.events.length) this.queue(() => this.sendKeys());
    if (events.length) this.show(await this.ask("POST", this.address("/keys"), { events }));
  }

  // A request that answers with the face.
  act(path, data, method = "POST") {
    this.say("");
    return this.queue(async () => {
      const face = await this.ask(method, this.address(path), data);
      this.show(face);
      return face;
    });
  }

  look() {
    return this.queue(async () => this.show(await this.ask("GET", this.address())));
  }

  queue(work) {
    const before = this.waiting ?? Promise.resolve();
    const now = before.then(work).catch((error) => {
      this.say(error.message, true);
      return null;
    });
    this.waiting = now;
    return now;
  }

  show(face) {
    this.last = face;
    this.paint(face);
    clearTimeout(this.timer);
    if (face.running || face.busy || this.down.size) {
      this.timer = setTimeout(() => this.look(), document.hidden ? HIDDEN : RUNNING);
    }
  }

  async ask(method, address, data) {
    const options = { method, headers: {} };
    if (data instanceof ArrayBuffer) {
      options.headers["content-type"] = "application/octet-stream";
      options.body = data;
    } else if (data !== undefined) {
      options.headers["content-type"] = "application/json";
      options.body = JSON.stringify(data);
    }
    let response;
    try {
      response = await fetch(address, options);
    } catch {
      throw new Error("The server does not answer: is it still running?");
    }
    if (!response.ok) {
      const found = await response.json().catch(() => ({}));
      throw new Error(found.error ?? `The server answers ${response.status}.`);
    }
    const json = response.headers.get("content-type")?.startsWith("application/json");
    return json ? response.json() : response;
  }

  leave() {
    if (!this.session) return;
    const body = new Blob([""], { type: "text/plain" });
    navigator.sendBeacon(this.address("/leave"), body);
  }
}

// Whether no other tab uses this session; keeps it for this tab. Without the lock manager: yes.
async function alone(session) {
  if (!navigator.locks) return true;
  for (const wait of [0, 150]) {
    await new Promise((done) => setTimeout(done, wait));
    const got = await new Promise((answer) => {
      navigator.locks.request(`hp15c ${session}`, { ifAvailable: true }, (lock) => {
        answer(lock !== null);
        return lock ? new Promise(() => {}) : undefined;
      });
    });
    if (got) return true;
  }
  return false;
}
