// What belongs to this tab of the browser: its own calculator, even when the tab is duplicated.

const PREFIX = "hp15c ";
const ANSWER = 150; // milliseconds that the other tabs have to say what they hold
const mine = new Map(); // the names that this tab holds, and how each is let go
const others = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("hp15c tabs");

// Whether no other tab holds this name. It is then held for this tab.
export async function alone(name) {
  for (const wait of [0, 150]) {
    await new Promise((done) => setTimeout(done, wait));
    if (await held(name)) return true;
  }
  return false;
}

// Hold a name for as long as the page is open. Returns whether no other tab holds it.
export async function held(name) {
  if (mine.has(name)) return true;
  if (navigator.locks) return locked(name);
  if ((await openNames()).includes(name)) return false;
  mine.set(name, () => mine.delete(name));
  return true;
}

function locked(name) {
  return new Promise((answer) => {
    navigator.locks.request(PREFIX + name, { ifAvailable: true }, (lock) => {
      answer(lock !== null);
      return lock ? new Promise((release) => mine.set(name, () => mine.delete(name) && release())) : undefined;
    });
  });
}

// The names that the open tabs of this browser hold, this one's among them. Places that are not safe have no
// locks: there the tabs ask each other.
export async function openNames() {
  if (navigator.locks) {
    const { held: locks } = await navigator.locks.query();
    return locks.filter(({ name }) => name.startsWith(PREFIX)).map(({ name }) => name.slice(PREFIX.length));
  }
  const names = new Set(mine.keys());
  if (!others) return [...names];
  const hear = ({ data }) => data.holds?.forEach((name) => names.add(name));
  others.addEventListener("message", hear);
  others.postMessage({ who: true });
  await new Promise((done) => setTimeout(done, ANSWER));
  others.removeEventListener("message", hear);
  return [...names];
}

others?.addEventListener("message", ({ data }) => {
  if (data.who) others.postMessage({ holds: [...mine.keys()] });
});

// Take a name from the tab that holds it.
export async function taken(name) {
  others?.postMessage({ take: name });
  return alone(name);
}

// Let a name go when another tab takes it, and call what is to happen then.
export function whenTaken(act) {
  others?.addEventListener("message", ({ data }) => {
    const release = data.take && mine.get(data.take);
    if (!release) return;
    act();
    release();
  });
}

// A name that nobody has or guesses. `crypto.randomUUID` is there in safe places only.
export function newName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Storage that may be missing or full: then nothing is kept.
export const tabStore = store(() => sessionStorage);
export const browserStore = store(() => localStorage);

function store(storage) {
  return {
    get(name) {
      try {
        return storage().getItem(PREFIX + name);
      } catch {
        return null;
      }
    },
    set(name, text) {
      try {
        if (text === null) storage().removeItem(PREFIX + name);
        else storage().setItem(PREFIX + name, text);
        return true;
      } catch {
        return false;
      }
    },
    names() {
      try {
        return Object.keys(storage()).filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
      } catch {
        return [];
      }
    },
  };
}

// What the next page of this tab shall show: a kept calculator, or a new one.
export function setWish(model, wish) {
  tabStore.set(`${model} wish`, JSON.stringify(wish));
}

export function takeWish(model) {
  const wish = tabStore.get(`${model} wish`);
  tabStore.set(`${model} wish`, null);
  return JSON.parse(wish ?? "{}");
}
