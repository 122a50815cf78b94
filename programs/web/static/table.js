// The Mastermind table: rows as they were recorded, pegs to pick, guesses, answers, hints.

import { enable, hide } from "./focus.js";
import { mayReplace } from "./question.js";

const $ = (id) => document.getElementById(id);
const guess = $("guess");
let shape = "";
let game = null;

export function watchTable(desk, say) {
  $("new-game").addEventListener("submit", async (event) => {
    event.preventDefault();
    const secret = $("secret").value;
    const chosen = $("game").value;
    if (!(await mayReplace(desk, "A new game"))) return;
    $("secret").value = "";
    clearAdvice();
    const [digits, colours] = chosen.split(" ").map(Number);
    const kind = chosen === "breaker" ? { kind: "breaker" } : { kind: "maker", digits, colours };
    desk.act("new_game", { ...kind, secret: secret || null });
  });
  $("game").addEventListener("change", () => describe($("game").value));
  $("guess-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    clearAdvice();
    const face = await desk.act("guess", { guess: guess.value });
    if (face) fillGuess("");
  });
  guess.addEventListener("input", paintHoles);
  $("palette").addEventListener("click", (event) => {
    const peg = event.target.closest("button");
    if (peg && game && guess.value.length < game.digits) fillGuess(guess.value + peg.dataset.digit);
  });
  $("holes").addEventListener("click", (event) => {
    const hole = event.target.closest("button");
    if (hole) fillGuess(guess.value.slice(0, Number(hole.dataset.hole)));
  });
  $("hint").addEventListener("click", () =>
    advise(desk, say, "hint", (hint) => {
      fillGuess(hint.guess);
      return hint.said;
    }),
  );
  $("give-up").addEventListener("click", () => {
    clearAdvice();
    desk.act("give_up");
  });
  $("answer-form").addEventListener("submit", (event) => {
    event.preventDefault();
    desk.act("answer", { black: Number($("answer-black").value), white: Number($("answer-white").value) });
  });
  $("analysis").addEventListener("click", () =>
    advise(desk, say, "analysis", (found) => {
      $("worth").hidden = false;
      $("worth").replaceChildren(...found.rows.map((row) => element("li", "", `${row.guess}: ${row.said}.`)));
      return "";
    }),
  );
}

async function advise(desk, say, operation, told) {
  $("advice").textContent = "The solver is thinking …";
  try {
    $("advice").textContent = told(await desk.ask(operation));
  } catch (error) {
    $("advice").textContent = "";
    say(error.message, true);
  }
}

function clearAdvice() {
  $("advice").textContent = "";
  $("worth").hidden = true;
}

function describe(chosen) {
  const breaker = chosen === "breaker";
  $("game-said").textContent = breaker
    ? "Think of four digits from 1 to 6. The calculator's CodeBreaker guesses, you answer. Tell the page your secret and it checks your answers."
    : "The calculator's own program scores each guess. Without a secret one is drawn; a friend may key one in.";
  $("secret").placeholder = breaker ? "in your head" : "drawn";
}

function fillGuess(text) {
  guess.value = text;
  paintHoles();
}

// The pegs that are picked so far.
function paintHoles() {
  const picked = guess.value;
  [...$("holes").children].forEach((hole, place) => {
    const digit = picked[place] ?? "";
    hole.className = digit ? `peg-${digit}` : `empty${place === picked.length ? " next" : ""}`;
    hole.textContent = digit;
    hole.setAttribute("aria-label", digit ? `Peg ${place + 1}: ${digit}; take it and those after it away` : `Peg ${place + 1}: empty`);
    enable(hole, digit, guess);
  });
}

export function paintTable(now) {
  game = now;
  const breaker = now?.kind === "breaker";
  const playing = Boolean(now && !breaker && now.ready && !now.over && now.awaited === null);
  for (const id of ["guess-send", "hint", "give-up"]) enable($(id), playing, guess);
  for (const one of $("palette").children) enable(one, playing, guess);
  const shown = JSON.stringify(now);
  if ($("rows").dataset.shown === shown) return;
  $("rows").dataset.shown = shown;
  $("analysis").hidden = breaker || !now?.over || !now.rows.length;
  hide($("guess-form"), breaker || !now || now.over, $("analysis"), $("game"));
  hide($("answer-form"), !(breaker && now.awaited && !now.over), $("game"));
  if (!now?.over) $("worth").hidden = true;
  paintShape(now);
  $("board").classList.toggle("many", (now?.digits ?? 0) > 5);
  const rows = (now?.rows ?? []).map(([text, black, white], place) => row(place + 1, text, black, white));
  if (breaker && now.awaited && !now.over) rows.push(row(rows.length + 1, now.awaited, null, null));
  $("rows").replaceChildren(...rows);
  $("verdict").textContent = verdict(now);
  $("won").hidden = !now?.over;
  $("won").classList.toggle("lost", Boolean(now && !now.won));
  if (now?.over) $("won").textContent = headline(now);
}

function headline(now) {
  if (now.kind === "breaker") return "The calculator has found your secret.";
  return now.won ? `You have won! ${now.secret} in ${now.rows.length} ${now.rows.length === 1 ? "turn" : "turns"}.` : `The secret was ${now.secret}.`;
}

// Holes, palette and answers for the game's size.
function paintShape(now) {
  const wanted = now ? `${now.kind} ${now.digits} ${now.colours}` : "";
  if (wanted === shape) return;
  shape = wanted;
  const digits = now?.digits ?? 0;
  $("holes").replaceChildren(
    ...Array.from({ length: digits }, (_, place) => {
      const hole = element("button", "empty", "");
      hole.type = "button";
      hole.dataset.hole = place;
      return hole;
    }),
  );
  $("palette").replaceChildren(
    ...Array.from({ length: now?.colours ?? 0 }, (_, place) => {
      const peg = element("button", `peg-${place + 1}`, place + 1);
      peg.type = "button";
      peg.dataset.digit = place + 1;
      peg.setAttribute("aria-label", `Pick ${place + 1}`);
      return peg;
    }),
  );
  for (const id of ["answer-black", "answer-white"]) {
    $(id).replaceChildren(...Array.from({ length: digits + 1 }, (_, count) => element("option", "", count)));
  }
  fillGuess("");
}

function verdict(now) {
  if (!now) return "No game yet.";
  if (now.trouble) return `The board has no answer: ${now.trouble}.`;
  if (now.verdict) return now.verdict;
  if (now.kind === "breaker") return now.awaited ? `The calculator guesses ${now.awaited}: what does it deserve?` : "The calculator thinks …";
  if (!now.ready) return "The calculator draws a secret …";
  if (now.awaited !== null) return `The calculator scores ${now.awaited} …`;
  if (!now.rows.length) return "The secret is set: make a guess.";
  const [text, black, white] = now.rows.at(-1);
  return `${text} has ${counted(black, white)}. The secret is not found yet.`;
}

function row(turn, text, black, white) {
  const found = document.createElement("tr");
  const heading = element("th", "", turn);
  heading.scope = "row";
  const digits = document.createElement("td");
  for (const digit of text) digits.append(element("span", `peg peg-${digit}`, digit));
  const pegs = document.createElement("td");
  if (black === null) {
    pegs.append(element("span", "said", "your answer?"));
  } else {
    const picture = element("span", "pegs", "");
    picture.setAttribute("aria-hidden", "true");
    for (let count = 0; count < black; count += 1) picture.append(element("span", "pin black", ""));
    for (let count = 0; count < white; count += 1) picture.append(element("span", "pin white", ""));
    pegs.append(picture, element("span", "said", counted(black, white)));
  }
  found.append(heading, digits, pegs);
  return found;
}

function counted(black, white) {
  return `${black} black, ${white} white`;
}

function element(kind, name, text) {
  const made = document.createElement(kind);
  if (name) made.className = name;
  made.textContent = text;
  return made;
}
