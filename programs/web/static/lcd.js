// The LCD: lights the segments that it is told, and the legends that f or g selects.

const calculator = document.getElementById("calculator");
const lcd = document.getElementById("lcd");
const picture = document.getElementById("lcd-picture");
const spoken = document.getElementById("spoken");
const cells = [...picture.querySelectorAll(".cell")].map((cell) => [...cell.querySelectorAll(".seg")]);
const annunciators = [...lcd.querySelectorAll("[data-annunciator]")];

const digits = JSON.parse(lcd.dataset.digits); // the segments of 0 to 9
const MIDDLE = 5; // the cell of the tens while the calculator is loaded

export function paintLcd(face) {
  light(face.cells);
  for (const one of annunciators) one.classList.toggle("lit", face.annunciators.includes(one.dataset.annunciator));
  lcd.classList.toggle("blinking", face.blinking);
  const shift = face.annunciators.find((name) => name === "f" || name === "g");
  if (shift) calculator.dataset.shift = shift;
  else delete calculator.dataset.shift;
  const text = inWords(face.text.trim()) || (face.text ? "blank" : "off");
  picture.setAttribute("aria-label", `Display: ${text}`);
  lcd.dataset.text = face.text;
  lcd.dataset.annunciators = face.annunciators.join(" ");
  if (!face.running && !face.busy) {
    const said = [text, ...face.annunciators, ...(face.blinking ? ["blinking"] : [])].join(", ");
    if (spoken.textContent !== said) spoken.textContent = said;
  }
}

// The display as a screen reader says it: signs and the parts of an exponent or of a program line are words.
function inWords(text) {
  const line = /^(\d{3})-(.*)$/.exec(text);
  if (line) return `line ${line[1]}${line[2] && `, keys ${line[2].replaceAll(/[, ]+/g, " ").trim()}`}`;
  const scaled = /^(-?[\d.,]+)(?: +|(?=-))(-?\d\d)$/.exec(text);
  const parts = scaled ? [scaled[1], `exponent ${scaled[2]}`] : [text];
  return parts.join(", ").replaceAll("-", "minus ");
}

// The share that is loaded, in percent, before there is a calculator.
export function paintShare(share) {
  const shown = String(Math.floor(share * 100)).padStart(3);
  const lit = cells.map((_, place) => digits[shown[place - MIDDLE + 1]] ?? "");
  light(lit);
  picture.setAttribute("aria-label", `Loading: ${shown.trim()} %`);
}

function light(lit) {
  cells.forEach((parts, place) => {
    for (const part of parts) part.classList.toggle("lit", lit[place].includes(part.dataset.part));
  });
}
