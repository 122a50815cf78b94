// Listings that were opened lately, kept by this browser.

import { browserStore } from "./tabs.js";

const MOST = 8;
const LARGEST = 60000;
const list = document.getElementById("recent");

export function watchRecent(open) {
  paint();
  list.addEventListener("change", () => {
    const found = stored()[list.selectedIndex - 1];
    list.selectedIndex = 0;
    if (found) open(found.name, found.text);
  });
}

export function noteRecent(name, text) {
  if (text.length > LARGEST) return;
  const others = stored().filter((one) => one.name !== name);
  browserStore.set("recent", JSON.stringify([{ name, text }, ...others].slice(0, MOST)));
  paint();
}

function stored() {
  try {
    const found = JSON.parse(browserStore.get("recent") ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one?.name === "string" && typeof one.text === "string") : [];
  } catch {
    return [];
  }
}

function paint() {
  const found = stored();
  document.getElementById("recent-label").hidden = !found.length;
  const options = ["choose …", ...found.map((one) => one.name)].map((name) => {
    const option = document.createElement("option");
    option.textContent = name;
    return option;
  });
  list.replaceChildren(...options);
}
