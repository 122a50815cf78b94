// Run by node when the folder is built: loads Python and the calculator, and writes the memory as a file.
// Arguments: the folder of Pyodide, code.zip, the file to write.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [pyodide, code, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/`, _makeSnapshot: true });
python.unpackArchive(new Uint8Array(readFileSync(code)), "zip", { extractDir: "/code" });
python.runPython(`
import sys
sys.path.insert(0, "/code")
from programs.web.folder.warm import warmed
worker = warmed()
`);
writeFileSync(out, gzipSync(python.makeMemorySnapshot(), { level: 9 }));
