// The LCD: lights the segments that it is told, and the legends that f or g selects.

const calculator = document.getElementById("calculator");
const lcd = document.getElementById("lcd");
const picture = document.getElementById("lcd-picture");
const spoken = document.getElementById("spoken");
const cells = [...picture.querySelectorAll(".cell")].map((cell) => [...cell.querySelectorAll(".seg")]);
const annunciators = [...lcd.querySelectorAll("[data-annunciator]")];

export function paintLcd(face) {
  cells.forEach((parts, place) => {
    for (const part of parts) part.classList.toggle("lit", face.cells[place].includes(part.dataset.part));
  });
  for (const one of annunciators) one.classList.toggle("lit", face.annunciators.includes(one.dataset.annunciator));
  lcd.classList.toggle("blinking", face.blinking);
  const shift = face.annunciators.find((name) => name === "f" || name === "g");
  if (shift) calculator.dataset.shift = shift;
  else delete calculator.dataset.shift;
  const text = face.text.trim() || (face.text ? "blank" : "off");
  picture.setAttribute("aria-label", `Display: ${text}`);
  lcd.dataset.text = face.text;
  lcd.dataset.annunciators = face.annunciators.join(" ");
  if (!face.running && !face.busy) {
    const said = [text, ...face.annunciators, ...(face.blinking ? ["blinking"] : [])].join(", ");
    if (spoken.textContent !== said) spoken.textContent = said;
  }
}
