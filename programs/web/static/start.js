// Python in this browser: from a picture of its memory in which everything is loaded, or else from the start.

const place = new URL("./python/", import.meta.url);
const address = (name) => new URL(name, place).href;
const LIBRARY = "python_stdlib.zip";
// Python remembers what was in an archive that it has looked into.
const FORGET = "import sys, zipimport\nzipimport._zip_directory_cache.clear()\nsys.path_importer_cache.clear()";
const BEGIN = "import sys\nsys.path.insert(0, '/code')\nfrom programs.web.worker import Worker\nworker = Worker()";

// The calculator, and two functions: `addFiles` puts the listings in their places, which the picture does not
// hold. `addCode` fetches all code, for parts that are missing in the picture.
export async function start() {
  const loader = import(address("pyodide.mjs"));
  const python = await fromPicture(loader).catch((error) => {
    console.info(`Python starts slowly, without the picture of its memory: ${error.message}`);
    return fromTheStart(loader);
  });
  return { calculator: python.globals.get("worker"), addFiles: () => addFiles(python), addCode: () => addCode(python) };
}

// All that is needed is fetched and made ready at the same time.
async function fromPicture(loader) {
  const [picture, module, program] = [unpacked("memory.gz"), import(address("pyodide.asm.mjs")), compiled()];
  for (const one of [module, program]) one.catch(() => {}); // it is thrown where it is waited for
  const restore = giveProgram(program, (await picture).length);
  try {
    const { loadPyodide } = await loader;
    return await loadPyodide({
      indexURL: place.href,
      stdLibURL: address("files.zip"), // the library is in the picture
      createPyodideModule: (await module).default,
      _loadSnapshot: picture,
    });
  } finally {
    restore();
  }
}

async function fromTheStart(loader) {
  const { loadPyodide } = await loader;
  const [python, code] = await Promise.all([loadPyodide({ indexURL: place.href }), bytes("code.zip")]);
  python.unpackArchive(code, "zip", { extractDir: "/code" });
  python.runPython(BEGIN);
  return python;
}

async function addFiles(python) {
  python.unpackArchive(await bytes("files.zip"), "zip", { extractDir: "/code" });
}

async function addCode(python) {
  const [library, code] = await Promise.all([bytes(LIBRARY), bytes("code.zip")]);
  python.FS.writeFile(`/lib/python${python.runPython("import sys; '%d%d' % sys.version_info[:2]")}.zip`, library);
  python.unpackArchive(code, "zip", { extractDir: "/code" });
  python.runPython(FORGET);
}

async function compiled() {
  try {
    return await WebAssembly.compileStreaming(asked("pyodide.asm.wasm"));
  } catch {
    return WebAssembly.compile(await bytes("pyodide.asm.wasm")); // a web server that does not know the type
  }
}

// Pyodide fetches and compiles its program itself: it gets the one that is being compiled. The memory grows to
// the size of the picture as soon as it is there. Returns a function that undoes this.
function giveProgram(program, length) {
  const { fetch } = self;
  const { instantiateStreaming } = WebAssembly;
  self.fetch = (what, ...how) => (String(what?.url ?? what) === address("pyodide.asm.wasm") ? Promise.resolve(new Response()) : fetch(what, ...how));
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await program;
    const instance = await WebAssembly.instantiate(module, imports);
    const { memory } = instance.exports;
    const missing = length - (memory?.buffer.byteLength ?? length);
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
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

// The service worker keeps the file unpacked, and says so.
async function unpacked(name) {
  const response = await asked(name);
  if (response.headers.has("x-unpacked")) return new Uint8Array(await response.arrayBuffer());
  const stream = response.body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function asked(name) {
  const response = await fetch(address(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}
