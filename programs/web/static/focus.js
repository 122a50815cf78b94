// The focus of who uses the keyboard: a button that goes while it has the focus hands it on, so that it is not lost.

const left = new Map(); // forms that are hidden, and what has got their focus

// Make a button work or not. When it had the focus and works no more, the first of the others that works gets it.
export function enable(button, on, ...others) {
  const had = document.activeElement === button;
  button.disabled = !on;
  if (!on && had) handOn(others);
}

// Hide a form or show it. When the focus was within it, the first of the others that works gets it. When the form is
// shown again and the focus is still there, it comes back to the first field.
export function hide(form, hidden, ...others) {
  const had = form.contains(document.activeElement);
  form.hidden = hidden;
  if (hidden && had) {
    handOn(others);
    left.set(form, document.activeElement);
  } else if (!hidden && left.has(form)) {
    if (document.activeElement === left.get(form)) form.querySelector("select, input").focus();
    left.delete(form);
  }
}

function handOn(others) {
  others.find((one) => one && !one.disabled && one.checkVisibility())?.focus();
}
