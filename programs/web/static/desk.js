// The page's calculator: questions one after the other, keys in the order in which they were pressed.
// The server answers, or a worker in this browser. Both are asked in the same way.

const RUNNING = 40; // milliseconds between two requests while the calculator is at work or a key is held
const HIDDEN = 1000;
const AGAIN = 2000; // milliseconds until a server that does not answer is asked again

export class Desk {
  constructor(answerer, paint, say) {
    this.answerer = answerer;
    this.paint = paint;
    this.say = say;
    this.events = [];
    this.owed = null; // the last key that came up, until an answer says that this is known
    this.waiting = null; // the questions under way, one after the other
    this.timer = null;
    this.down = new Set();
    this.last = null;
    this.lost = false; // whether the server does not answer
  }

  async open() {
    const { face, said } = await this.answerer.open();
    if (said) this.say(said);
    this.show(face);
    return face;
  }

  // Keys that go down and up. Keys pressed while a question is under way go with the next one.
  key(what, code) {
    if (what === "down") this.down.add(code);
    else this.down.delete(code);
    this.events.push([what, code]);
    if (this.events.length === 1) this.queue(() => this.sendKeys());
  }

  press(...codes) {
    for (const code of codes) {
      this.key("down", code);
      this.key("up", code);
    }
  }

  async sendKeys() {
    const events = [...(this.owed ? [this.owed] : []), ...this.events.splice(0, 199)];
    if (this.events.length) this.queue(() => this.sendKeys());
    if (!events.length) return;
    this.owed = events.findLast(([what]) => what === "up") ?? null;
    const face = await this.answerer.ask("keys", { events });
    this.owed = null;
    this.show(face);
  }

  // An operation that answers with the face. It gives null when it is refused, and shows the reason.
  act(operation, data = {}) {
    this.say("");
    return this.queue(async () => {
      const face = await this.answerer.ask(operation, data);
      this.show(face);
      if (face.said) this.say(face.said);
      return face;
    });
  }

  // A question that changes nothing. It throws when it is refused.
  ask(operation, data = {}) {
    return this.answerer.ask(operation, data);
  }

  look() {
    return this.queue(async () => (this.owed ? this.sendKeys() : this.show(await this.answerer.ask("look", {}))));
  }

  queue(work) {
    const before = this.waiting ?? Promise.resolve();
    const now = before.then(work).catch((error) => {
      this.say(error.message, true);
      if (error.isLost && this.last) {
        this.lost = true;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.look(), AGAIN);
      }
      return null;
    });
    this.waiting = now;
    return now;
  }

  show(face) {
    this.last = face;
    if (this.lost) this.say("");
    this.lost = false;
    this.paint(face);
    clearTimeout(this.timer);
    if (face.running || face.busy || this.down.size) {
      this.timer = setTimeout(() => this.look(), document.hidden ? HIDDEN : RUNNING);
    }
  }

  leave() {
    this.answerer.leave();
  }
}
