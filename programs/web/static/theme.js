// The chosen colours, before anything is painted.
try {
  const theme = localStorage.getItem("hp15c theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // a browser that keeps nothing shows the system's colours
}
