// The extension for VS Code: it starts `hp15c lsp` and hands it the settings. Everything else is the server's.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = [{ language: "hp15c" }, { language: "python" }];
let client = null;

function settings() {
  return { stack: vscode.workspace.getConfiguration("hp15c").get("stack") };
}

async function activate(context) {
  const [command, ...args] = vscode.workspace.getConfiguration("hp15c").get("command");
  const starting = new LanguageClient("hp15c", "HP-15C", { command, args }, {
    documentSelector: LANGUAGES,
    initializationOptions: settings(),
  });
  try {
    await starting.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `HP-15C: ${command} could not be started (${error.message ?? error}). Install it with ` +
        `pip install "hp15c[lsp]", or put its whole path into the setting hp15c.command.`,
    );
    return;
  }
  client = starting;
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration((changed) => {
      if (changed.affectsConfiguration("hp15c.stack")) {
        client.sendNotification("workspace/didChangeConfiguration", { settings: { hp15c: settings() } });
      }
    }),
  );
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
