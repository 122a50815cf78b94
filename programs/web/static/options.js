// What a person chooses for this browser: colours, sound, vibration, shortcuts on the keys.

import { browserStore } from "./tabs.js";

const SWITCHES = ["sound", "vibrate", "show-shortcuts", "tap-blue"];
const chosen = {};

export function watchOptions() {
  for (const name of SWITCHES) {
    const box = document.getElementById(name);
    box.checked = chosen[name] = browserStore.get(name) === "yes";
    box.addEventListener("change", () => {
      chosen[name] = box.checked;
      browserStore.set(name, box.checked ? "yes" : "no");
      apply();
    });
  }
  const theme = document.getElementById("theme");
  theme.value = browserStore.get("theme") ?? "auto";
  theme.addEventListener("change", () => {
    browserStore.set("theme", theme.value);
    if (theme.value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
  });
  apply();
}

export function isChosen(name) {
  return chosen[name];
}

function apply() {
  document.body.classList.toggle("with-shortcuts", chosen["show-shortcuts"]);
}

let audio = null;

// What a key that goes down sounds and feels like.
export function feel() {
  if (chosen.vibrate) navigator.vibrate?.(8);
  if (!chosen.sound) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = "square";
  tone.frequency.setValueAtTime(1900, now);
  tone.frequency.exponentialRampToValueAtTime(300, now + 0.012);
  volume.gain.setValueAtTime(0.06, now);
  volume.gain.exponentialRampToValueAtTime(0.0005, now + 0.02);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + 0.025);
}
