// Python in this browser: from a picture of its memory in which everything is loaded, or else from the start.

import { PLACES } from "./places.js"; // written when the folder is built
import { unpacker } from "./unpack.js";

const PAGE = 65536; // bytes of a page of memory
const FIRST = 2 ** 22; // bytes of the picture. The data of Python's program are in them
const OFTEN = 50; // milliseconds between two words on how far it is
const LIBRARY = "python_stdlib.zip";
const LIST = "pyodide-lock.json"; // of packages
const PROGRAM = "pyodide.asm.wasm";
const PACKED = ["program.lzma", "module.lzma", "data.lzma", "memory.lzma"];
const REST = "rest.lzma";
const KIND = { "content-type": "application/wasm" };
// Python remembers what was in an archive that it has looked into.
const FORGET = "import sys, zipimport\nzipimport._zip_directory_cache.clear()\nsys.path_importer_cache.clear()";
const BEGIN = "import sys\nsys.path.insert(0, '/code')\nfrom programs.web.worker import Worker\nworker = Worker()";

const address = (name) => new URL(PLACES[name].at, import.meta.url).href;
const folder = new URL("./", address(PROGRAM)).href;
const scope = new URL("../", import.meta.url).pathname;

// The calculator, and three functions: `addRest` adds what the first keys do not need, and gives functions that load
// it piece by piece. `addCode` fetches all code, for parts that are missing in that too. `keep` lets the browser keep
// what was unpacked. `told` is called with the share that is loaded, and the number of bytes in all.
export async function start(told = () => {}) {
  const loader = import(address("pyodide.mjs"));
  const loading = new Loading(told);
  const python = await fromPicture(loader, loading).catch(async (reason) => {
    console.info(`Python starts slowly, without the picture of its memory: ${reason.message}`);
    try {
      return await fromTheStart(loader);
    } catch (error) {
      throw new Error(reason.isMissing ? reason.message : error.message);
    }
  });
  return {
    calculator: python.globals.get("worker"),
    addRest: () => addRest(python, loading),
    addCode: () => addCode(python),
    keep: () => loading.keep(),
  };
}

// The packed files, as far as they have come.
class Loading {
  constructor(told) {
    this.told = told;
    this.bytes = PACKED.reduce((sum, name) => sum + PLACES[name].bytes, 0);
    this.loaded = 0;
    this.said = -Infinity;
    this.unpacked = new Map(); // what came packed, and is not kept yet
  }

  // A file unpacked, or the answer that holds it. It is read as soon as `before` is there. `begun` is called with the
  // memory in which it is unpacked when the first of it is there.
  async file(name, before = null, begun = () => {}) {
    const response = await asked(name);
    if (response.headers.has("x-unpacked")) {
      this.#count(PLACES[name].bytes);
      return { response };
    }
    await before;
    const unpacking = unpacker(PLACES[name].bytes, FIRST, begun);
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      this.#count(value.length);
      unpacking.push(value);
    }
    const content = unpacking.end();
    this.unpacked.set(name, content);
    return { content };
  }

  #count(bytes) {
    this.loaded += bytes;
    const now = performance.now();
    if (now - this.said < OFTEN && this.loaded < this.bytes) return;
    this.said = now;
    this.told(this.loaded / this.bytes, this.bytes);
  }

  // Unpacking takes longer than the rest of a start, so it is done once. Only safe places have such a store.
  async keep() {
    if (!self.caches || !this.unpacked.size) return;
    const kept = await caches.open(`hp15c ${scope} kept`);
    for (const [name, content] of this.unpacked) {
      await kept.put(address(name), new Response(content, { headers: { "x-unpacked": "yes", ...KIND } }));
    }
    this.unpacked.clear();
  }
}

// All that is needed is fetched and made ready at the same time, what is used first before the rest. Python's program
// starts when the first of the picture has come.
async function fromPicture(loader, loading) {
  const packed = loading.file("program.lzma");
  const program = packed.then(compiled);
  const module = loading.file("module.lzma").then(imported);
  const change = loading.file("data.lzma").then(content);
  let picture;
  const first = new Promise((begun, failed) => {
    picture = loading.file("memory.lzma", packed, begun).then(content);
    picture.then(begun, failed);
  });
  const list = asked(LIST).then((response) => response.text());
  for (const one of [program, module, change, picture, first, list, loader]) one.catch(() => {}); // it is thrown where it is waited for
  const [memory, changed, created] = await Promise.all([first, change, module, program]);
  const head = memory.length % PAGE; // of the picture. Whole pages follow
  if (head + changed.length > FIRST) await picture;
  const data = changed.map((byte, place) => byte ^ memory[head + place]); // as it was in the beginning
  const restore = giveProgram(program, memory.length - head, data);
  try {
    const { loadPyodide } = await loader;
    return await loadPyodide({
      indexURL: folder,
      lockFileContents: await list,
      createPyodideModule: async (settings) => {
        const made = await created.default(settings);
        await picture;
        return made;
      },
      _loadSnapshot: memory,
    });
  } finally {
    restore();
  }
}

async function fromTheStart(loader) {
  const { loadPyodide } = await loader.catch(() => {
    throw missing("pyodide.mjs");
  });
  const [python, code] = await Promise.all([loadPyodide({ indexURL: folder }), bytes("code.zip")]);
  python.unpackArchive(code, "zip", { extractDir: "/code" });
  python.runPython(BEGIN);
  return python;
}

async function addRest(python, loading) {
  const rest = await content(await loading.file(REST));
  add(python, rest, rest); // it has modules of both
  const load = python.runPython("from importlib import import_module\nimport_module");
  const names = python.FS.readFile("/code/modules.txt", { encoding: "utf8" }).split("\n");
  return names.map((name) => () => load(name).destroy());
}

async function addCode(python) {
  const [library, code] = await Promise.all([bytes(LIBRARY), bytes("code.zip")]);
  add(python, library, code);
}

// Puts archives of the library and of the code where Python finds them.
function add(python, library, code) {
  python.FS.writeFile(`/lib/python${python.runPython("import sys; '%d%d' % sys.version_info[:2]")}.zip`, library);
  python.unpackArchive(code, "zip", { extractDir: "/code" });
  python.runPython(FORGET);
}

async function content({ content, response }) {
  return content ?? new Uint8Array(await response.arrayBuffer());
}

// What the browser keeps it may keep compiled, too.
async function compiled({ content, response }) {
  return content ? WebAssembly.compile(content) : WebAssembly.compileStreaming(response);
}

// A script from its text. A host whose policy forbids that gives the script itself.
async function imported(file) {
  const made = URL.createObjectURL(new Blob([await content(file)], { type: "text/javascript" }));
  try {
    return await import(made);
  } catch {
    return await import(address("pyodide.asm.mjs"));
  } finally {
    URL.revokeObjectURL(made);
  }
}

// Pyodide fetches its library and its program itself. It gets an empty library, because the picture holds what is
// used of it, and the program that is compiled already. That one brings no data, because the picture of the memory
// holds most of them. The memory grows to the size of the picture as soon as it is there. Returns a function that
// undoes this.
function giveProgram(program, length, data) {
  const { fetch } = self;
  const { instantiateStreaming } = WebAssembly;
  self.fetch = (what, ...how) => {
    const name = String(what?.url ?? what).split("/").pop();
    return [PROGRAM, LIBRARY].includes(name) ? Promise.resolve(new Response()) : fetch(what, ...how);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await program;
    const instance = await WebAssembly.instantiate(module, imports);
    const { memory } = instance.exports;
    const lacking = length - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(lacking / PAGE);
    new Uint8Array(memory.buffer).set(data);
    return { module, instance };
  };
  return () => {
    self.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
}

async function bytes(name) {
  return new Uint8Array(await (await asked(name)).arrayBuffer());
}

async function asked(name) {
  const response = await fetch(address(name)).catch(() => {
    throw missing(name);
  });
  if (!response.ok) throw missing(name, response.status);
  return response;
}

// What failed, and what would do.
function missing(name, status = 0) {
  const file = new URL(address(name)).pathname;
  const error = new Error(
    status
      ? `The file ${file} is missing (the host answers ${status}). Who keeps this page has to copy the whole folder to the host.`
      : `The file ${file} does not come. Is there a network, and does nothing block it (a filter, an extension)? Then load the page again.`,
  );
  error.isMissing = true;
  return error;
}
