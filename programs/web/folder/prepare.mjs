// Run by node when the folder is built: loads Python and the calculator, and writes the memory as a file.
// Arguments: the folder of Pyodide, code.zip, files.zip, the file to write, an empty folder to work in.
//
// Python starts twice. The first one compiles all code. The second one loads only what is compiled, so that its
// memory holds no texts and no syntax trees. Clocks and random numbers are the same in every build, so that the
// memory is, too.

import nodeCrypto from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// Without this, node would print the line of Pyodide's program that threw: 600,000 characters.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exitCode = 1;
});

const TICK = 0.05; // milliseconds between two looks at the clock
let time = Date.UTC(2000, 0, 1);
const begun = time;
performance.now = () => (time += TICK) - begun;
Date.now = () => Math.floor(time);
Math.random = () => 0.5;
const fill = (array) => {
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, place, bytes) => (bytes[place] = (167 * place + 13) % 256));
  return array;
};
crypto.getRandomValues = fill;
nodeCrypto.randomFillSync = fill;

const [pyodide, code, files, out, work] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);

const compiler = await loadPyodide({ indexURL: `${pyodide}/` });
compiler.mountNodeFS("/made", work);
compiler.FS.writeFile("/code.zip", new Uint8Array(readFileSync(code)));
compiler.FS.writeFile("/library.zip", new Uint8Array(readFileSync(`${pyodide}/python_stdlib.zip`)));
compiler.runPython(readFileSync(new URL("./precompile.py", import.meta.url), "utf8"));
compiler.runPython(`
precompile("/code.zip", "/made/code")
precompile("/library.zip", "/made/library.zip")
`);

const python = await loadPyodide({
  indexURL: `${pyodide}/`,
  stdLibURL: `${work}/library.zip`,
  env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
  _makeSnapshot: true,
});
copy(`${work}/code`, "/code");
python.unpackArchive(new Uint8Array(readFileSync(files)), "zip", { extractDir: "/unpacked" }); // loads what that needs
python.runPython(`
import sys
sys.path.insert(0, "/code")
from programs.web.folder.warm import warm_worker
worker = warm_worker()
`);
writeFileSync(out, python.makeMemorySnapshot());

// Files of this computer would bring their times and numbers into the memory.
function copy(from, to) {
  python.FS.mkdirTree(to);
  for (const one of readdirSync(from, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (one.isDirectory()) copy(`${from}/${one.name}`, `${to}/${one.name}`);
    else python.FS.writeFile(`${to}/${one.name}`, new Uint8Array(readFileSync(`${from}/${one.name}`)));
  }
}
