// The one place for messages, at the LCD: what was done, what went wrong, how far a first visit is.

const $ = (id) => document.getElementById(id);
const status = $("status");
const bar = $("loading");
let loading = "";

export function say(text, trouble = false) {
  status.textContent = text;
  status.classList.toggle("trouble", trouble);
  $("status-close").hidden = !text;
  show();
}

export function isSaid(text) {
  return status.textContent === text;
}

export function watchMessages() {
  $("status-close").addEventListener("click", () => say(""));
  window.addEventListener("keydown", (event) => { // after the calculator, which Escape is for first
    if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")) say("");
  });
  new ResizeObserver(show).observe($("message"));
  const isScrolled = ([header]) => $("messages").classList.toggle("scrolled", !header.isIntersecting);
  new IntersectionObserver(isScrolled).observe(document.querySelector(".top"));
}

// The share of the calculator that is loaded, from 0 to 1, and the bytes of all of it.
export function sayLoading(share, bytes) {
  bar.hidden = false;
  bar.value = share;
  if (!status.textContent) {
    loading = `Loading the calculator: ${(bytes / 1e6).toFixed(1)} MB. Later visits load nothing.`;
    say(loading);
  }
}

export function endLoading() {
  bar.hidden = true;
  if (isSaid(loading)) say("");
}

// A message of several lines grows over the header. One that is longer than that takes the place of the
// calculator's name, too. Where the page is scrolled, it stays in view as a whole.
function show() {
  const [place, message] = [$("messages"), $("message")];
  place.classList.remove("long");
  const room = place.offsetHeight && place.offsetHeight + document.querySelector(".top").offsetHeight;
  place.classList.toggle("long", message.offsetHeight > room + 1);
  place.style.top = `${Math.max(0, Math.ceil(message.getBoundingClientRect().height - place.offsetHeight))}px`;
}
