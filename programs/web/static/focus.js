// The focus of who uses the keyboard: a button that goes while it has the focus hands it on, so that it is not lost.

// Make a button work or not. When it had the focus and works no more, the first of the others that works gets it.
export function enable(button, on, ...others) {
  const had = document.activeElement === button;
  button.disabled = !on;
  if (!on && had) handOn(others);
}

// Hide an element or show it. When the focus was within it, the first of the others that works gets it.
export function hide(element, hidden, ...others) {
  const had = element.contains(document.activeElement);
  element.hidden = hidden;
  if (hidden && had) handOn(others);
}

function handOn(others) {
  others.find((one) => one && !one.disabled && one.checkVisibility())?.focus();
}
