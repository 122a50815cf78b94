// What belongs to this tab of the browser: its own calculator, even when the tab is duplicated.

// Whether no other tab holds this name. It is then held for this tab. Without the lock manager the answer is yes.
export async function alone(name) {
  if (!navigator.locks) return true;
  for (const wait of [0, 150]) {
    await new Promise((done) => setTimeout(done, wait));
    if (await held(name)) return true;
  }
  return false;
}

// Hold a name for as long as the page is open. Returns whether no other tab holds it.
export function held(name) {
  return new Promise((answer) => {
    navigator.locks.request(`hp15c ${name}`, { ifAvailable: true }, (lock) => {
      answer(lock !== null);
      return lock ? new Promise(() => {}) : undefined;
    });
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
        return storage().getItem(`hp15c ${name}`);
      } catch {
        return null;
      }
    },
    set(name, text) {
      try {
        if (text === null) storage().removeItem(`hp15c ${name}`);
        else storage().setItem(`hp15c ${name}`, text);
        return true;
      } catch {
        return false;
      }
    },
  };
}
