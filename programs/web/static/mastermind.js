// The Mastermind board: shows the rows that the server has recorded; sends guesses and asks for hints.

const $ = (id) => document.getElementById(id);

export function watchMastermind(desk, say) {
  $("new-game").addEventListener("submit", (event) => {
    event.preventDefault();
    $("advice").textContent = "";
    const secret = $("secret").value;
    $("secret").value = "";
    desk.act("/board", { digits: Number($("digits").value), secret: secret || null });
  });
  $("guess-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    $("advice").textContent = "";
    const face = await desk.act("/board/guess", { guess: $("guess").value });
    if (face) $("guess").value = "";
    $("guess").focus();
  });
  $("hint").addEventListener("click", async () => {
    $("advice").textContent = "The solver is thinking …";
    try {
      const hint = await desk.ask("POST", desk.address("/board/hint"));
      $("advice").textContent = hint.said;
      $("guess").value = hint.guess;
    } catch (error) {
      $("advice").textContent = "";
      say(error.message, true);
    }
  });
}

export function paintBoard(board) {
  const playing = Boolean(board && board.ready && !board.won && board.awaited === null);
  $("guess-send").disabled = !playing;
  $("hint").disabled = !playing;
  const body = $("rows");
  const shown = JSON.stringify(board);
  if (body.dataset.shown === shown) return;
  body.dataset.shown = shown;
  $("board").classList.toggle("many", (board?.digits ?? 0) > 5);
  body.replaceChildren(...(board?.rows ?? []).map(([guess, black, white], place) => row(place + 1, guess, black, white)));
  $("verdict").textContent = verdict(board);
}

function verdict(board) {
  if (!board) return "No game yet.";
  if (board.trouble) return `The board has no answer: ${board.trouble}.`;
  if (board.verdict) return board.verdict;
  if (!board.ready) return "The calculator draws a secret …";
  if (board.awaited !== null) return `The calculator scores ${board.awaited} …`;
  return board.rows.length ? "The secret is not found yet." : "The secret is set: make a guess.";
}

function row(turn, guess, black, white) {
  const found = document.createElement("tr");
  const heading = document.createElement("th");
  heading.scope = "row";
  heading.textContent = turn;
  const digits = document.createElement("td");
  for (const digit of guess) digits.append(span(`peg peg-${digit}`, digit));
  const pegs = document.createElement("td");
  const picture = span("pegs", "");
  picture.setAttribute("aria-hidden", "true");
  for (let count = 0; count < black; count += 1) picture.append(span("pin black", ""));
  for (let count = 0; count < white; count += 1) picture.append(span("pin white", ""));
  pegs.append(picture, span("said", `${black} black, ${white} white`));
  found.append(heading, digits, pegs);
  return found;
}

function span(kind, text) {
  const made = document.createElement("span");
  made.className = kind;
  made.textContent = text;
  return made;
}
