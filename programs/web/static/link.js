// A link that holds the calculator: its program, stack and registers in the part after the #.

import { confirmed } from "./question.js";

const KEY = "calculator=";

export function watchShare(desk, say) {
  document.getElementById("share").addEventListener("click", async () => {
    try {
      const { fragment } = await desk.ask("link");
      const link = `${location.origin}${location.pathname}#${KEY}${fragment}`;
      history.replaceState(null, "", `#${KEY}${fragment}`);
      if (navigator.share && matchMedia("(pointer: coarse)").matches) {
        await navigator.share({ title: document.title, url: link });
      } else if (navigator.clipboard) {
        await navigator.clipboard.writeText(link);
        say(`The link is copied; it holds the program and the memory (${link.length.toLocaleString("en")} characters).`);
      } else {
        say("The link stands in the address bar; it holds the program and the memory.");
      }
    } catch (error) {
      if (error.name !== "AbortError") say(error.name === "NotAllowedError" ? "The link stands in the address bar." : error.message, error.name !== "NotAllowedError");
    }
  });
  window.addEventListener("hashchange", () => openLink(desk));
}

// Take the calculator of the link that was opened, after a question if there is one to lose.
export async function openLink(desk) {
  const fragment = location.hash.slice(1);
  if (!fragment.startsWith(KEY)) return;
  history.replaceState(null, "", location.pathname + location.search);
  const used = desk.last.undoable || desk.last.lines || desk.last.copied !== "0";
  if (used && !(await confirmed("The link holds a calculator. It replaces this one: memory and program.\nUndo brings yours back.", "Open it"))) return;
  desk.act("open_link", { fragment: fragment.slice(KEY.length) });
}
