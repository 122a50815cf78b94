// The way back: a guide that the calculator opened beside itself closes, so that no second calculator begins.

document.addEventListener("click", (event) => {
  if (!event.target.closest(".back") || !window.opener || window.opener.closed) return;
  event.preventDefault();
  window.close();
});
