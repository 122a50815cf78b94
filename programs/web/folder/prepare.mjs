// Run by node when the folder is built: loads Python and the calculator, and writes the memory as a file.
// Arguments: the folder of Pyodide, code.zip, files.zip, the file to write, the archive to write with what is not in
// the memory, an empty folder to work in.
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

const [pyodide, code, files, out, rest, work] = process.argv.slice(2);
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
const given = new Uint8Array(readFileSync(files));
python.unpackArchive(given, "zip", { extractDir: "/unpacked" }); // loads what that needs
python.FS.writeFile("/files.zip", given);
python.runPython(`
import sys
sys.path.insert(0, "/code")
from programs.web.folder.prepared_memory import warm_worker, write_rest
worker = warm_worker()
`);
clearFree(python._module);
writeFileSync(out, python.makeMemorySnapshot());
python.runPython('write_rest("/files.zip", "/rest.zip")');
writeFileSync(rest, python.FS.readFile("/rest.zip"));

// What was freed is still there: pieces of code and texts. Sets all of it to 0, so that it takes no room when packed:
// takes every free piece of memory, the large ones first, until there are only new ones.
function clearFree(program) {
  const top = program._sbrk(0);
  const taken = [];
  for (let size = 2 ** 22; size >= 8; size = size > 1024 ? size / 2 : size - 8) {
    let place = program._calloc(1, size);
    for (; place < top; place = program._calloc(1, size)) taken.push(place);
    taken.push(place);
  }
  for (const place of taken) program._free(place);
  program.HEAPU8.fill(0, program._emscripten_stack_get_end(), program._emscripten_stack_get_current());
}

// Files of this computer would bring their times and numbers into the memory.
function copy(from, to) {
  python.FS.mkdirTree(to);
  for (const one of readdirSync(from, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (one.isDirectory()) copy(`${from}/${one.name}`, `${to}/${one.name}`);
    else python.FS.writeFile(`${to}/${one.name}`, new Uint8Array(readFileSync(`${from}/${one.name}`)));
  }
}
