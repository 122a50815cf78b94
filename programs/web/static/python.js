// The worker: loads Python, hands every question to it, runs programs in between.

const REST = 1; // milliseconds that questions have between two slices of a program
const KEEP = 300; // milliseconds between two writes while a program runs
const SOON = 200; // milliseconds after the first answer: what the first key does not need
const AT_ONCE = new Set(["keys", "look", "program", "undo", "redo"]); // what needs nothing besides
const waiting = [];
let python = null;
let rest = null; // the rest of the calculator, as it is being added
let code = null; // all code, as it is being added
let calculator = null;
let timer = null;
let kept = 0;

self.addEventListener("message", (event) => {
  if (calculator) answer(event.data);
  else waiting.push(event.data);
});

try {
  const { start } = await import("./start.js");
  python = await start((share, bytes) => self.postMessage({ share, bytes }));
  calculator = python.calculator;
  for (const question of waiting.splice(0)) answer(question);
  setTimeout(settle, SOON);
} catch (error) {
  self.postMessage({ trouble: error.message });
}

// What can wait until the page is in use. The page hears when everything is where it stays. Between two pieces of
// the rest there is room for questions.
async function settle() {
  const pieces = await withRest().catch((error) => console.info(error.message)); // who needs it asks again
  await python.keep().catch((error) => console.info(`This browser does not keep the files: ${error.message}`));
  self.postMessage({ settled: true });
  for (const load of pieces ?? []) {
    await new Promise((done) => setTimeout(done, REST));
    load();
  }
}

function withRest() {
  rest ??= python.addRest().catch((error) => {
    rest = null;
    throw error;
  });
  return rest;
}

async function answer(question) {
  const { number, what, operation } = question;
  try {
    if (what === "ask" && !AT_ONCE.has(operation)) await withRest();
    const found = JSON.parse(await asked(question));
    const changes = what !== "facts";
    self.postMessage({ number, answer: found, kept: !changes ? null : operation === "look" ? keepLater() : keep() });
  } catch (error) {
    self.postMessage({ number, answer: { error: `The calculator cannot do this: ${error.message.trim().split("\n").pop()}` } });
  }
  goOn();
}

// Ask again when a part of Python was missing: then the rest of it is added, or else all code.
async function asked(question) {
  for (const add of [withRest, withCode]) {
    try {
      return put(question);
    } catch (error) {
      if (error.type !== "ModuleNotFoundError") throw error;
      await add();
    }
  }
  return put(question);
}

function withCode() {
  code ??= python.addCode();
  return code;
}

function put({ what, model, kept: text, operation, data }) {
  if (what === "facts") return calculator.facts(text);
  return what === "open" ? calculator.open(model, text ?? undefined) : calculator.ask(operation, JSON.stringify(data));
}

function keep() {
  kept = performance.now();
  return calculator.write();
}

function keepLater() {
  return performance.now() - kept > KEEP ? keep() : null;
}

function goOn() {
  clearTimeout(timer);
  const due = calculator.due;
  if (due === null || due === undefined) return;
  timer = setTimeout(() => {
    calculator.work();
    if (calculator.due === undefined || calculator.due === null) self.postMessage({ number: 0, kept: keep() });
    goOn();
  }, Math.max(REST, due * 1000));
}
