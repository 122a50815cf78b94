// The worker: loads Python, hands every question to it, runs programs in between.

const REST = 1; // milliseconds that questions have between two slices of a program
const KEEP = 300; // milliseconds between two writes while a program runs
const waiting = [];
let calculator = null;
let timer = null;
let kept = 0;

self.addEventListener("message", (event) => {
  if (calculator) answer(event.data);
  else waiting.push(event.data);
});

try {
  const { start } = await import("./start.js");
  calculator = await start();
  for (const question of waiting.splice(0)) answer(question);
} catch (error) {
  self.postMessage({ trouble: error.message });
}

function answer({ number, what, model, kept: text, operation, data }) {
  try {
    const found = what === "open" ? calculator.open(model, text ?? undefined) : calculator.ask(operation, JSON.stringify(data));
    self.postMessage({ number, answer: JSON.parse(found), kept: operation === "look" ? keepLater() : keep() });
  } catch (error) {
    self.postMessage({ number, answer: { error: `The calculator cannot do this: ${error.message.trim().split("\n").pop()}` } });
  }
  goOn();
}

function keep() {
  kept = performance.now();
  return calculator.written();
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
