// Copy and paste: X, the stack, the program. Listings that are pasted go to the editor.

const FIELDS = "input, select, textarea";

export function watchClipboard(desk, say, openEditor) {
  const copies = {
    "copy-x": async () => desk.last.copied,
    "copy-stack": async () => Object.entries(desk.last.stack).map(([name, text]) => `${name}\t${text.replace("\n", " ")}`).join("\n"),
    "copy-program": async () => (await desk.ask("download", { format: "simulator" })).text,
  };
  for (const [id, text] of Object.entries(copies)) {
    document.getElementById(id).addEventListener("click", async () => {
      try {
        await put(await text());
        say("Copied.");
      } catch (error) {
        say(`Nothing is copied: ${error.message}`, true);
      }
    });
  }
  document.getElementById("paste").addEventListener("click", async () => {
    try {
      paste(desk, say, await navigator.clipboard.readText(), openEditor);
    } catch {
      say("This browser lets no page read the clipboard by a button: press Ctrl+V.", true);
    }
  });
  document.addEventListener("copy", (event) => {
    if (event.target.closest?.(FIELDS) || !getSelection().isCollapsed || !desk.last) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", desk.last.copied);
    say(`X is copied: ${desk.last.copied}`);
  });
  document.addEventListener("paste", (event) => {
    if (event.target.closest?.(FIELDS)) return;
    event.preventDefault();
    paste(desk, say, event.clipboardData.getData("text/plain"), openEditor);
  });
}

function paste(desk, say, text, openEditor) {
  if (!text.trim()) say("There is no text to paste.", true);
  else if (text.trim().split("\n").length > 2 && /LBL|\{|\d\d\d/.test(text)) openEditor(text);
  else desk.act("paste", { text });
}

// Without a secure connection there is no clipboard interface, but a selection can be copied.
async function put(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (!done) throw new Error("the browser refuses");
}
