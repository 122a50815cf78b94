// A question before something is lost.

const dialog = document.getElementById("question");

// Whether the person says yes. Escape and "Keep it" say no.
export function confirmed(text, yes = "Go on") {
  document.getElementById("question-text").textContent = text;
  document.getElementById("question-yes").textContent = yes;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((answer) => {
    dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"), { once: true });
  });
}

// Whether there is something that another program would replace.
export function holdsSomething(desk) {
  const { lines, game } = desk.last ?? {};
  return Boolean(lines || (game && !game.over && game.rows.length));
}

// Whether another program may take the place of the one in memory.
export async function mayReplace(desk, what) {
  const lines = desk.last?.lines ?? 0;
  const game = desk.last?.game;
  const losses = [];
  if (lines) losses.push(`the program in memory (${lines} lines)`);
  if (game && !game.over && game.rows.length) losses.push("the game that is not over");
  if (!losses.length) return true;
  return confirmed(`${what} replaces ${losses.join(" and ")}.\nUndo brings it back.`, "Replace");
}
