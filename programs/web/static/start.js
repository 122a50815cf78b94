// Python in this browser: from a picture of its memory in which everything is loaded, or else from the start.

const place = new URL("./python/", import.meta.url);

export async function start() {
  const loading = import(new URL("pyodide.mjs", place).href);
  try {
    return await fromPicture(await loading);
  } catch (error) {
    console.info(`Python starts slowly, without the picture of its memory: ${error.message}`);
    return fromTheStart(await loading);
  }
}

async function fromPicture({ loadPyodide }) {
  const [picture, files] = await Promise.all([unpacked("memory.gz"), bytes("files.zip")]);
  growMemoryTo(picture.length);
  const python = await loadPyodide({ indexURL: place.href, _loadSnapshot: picture });
  python.unpackArchive(files, "zip", { extractDir: "/code" });
  return python.globals.get("worker");
}

async function fromTheStart({ loadPyodide }) {
  const [python, code] = await Promise.all([loadPyodide({ indexURL: place.href }), bytes("code.zip")]);
  python.unpackArchive(code, "zip", { extractDir: "/code" });
  python.runPython("import sys\nsys.path.insert(0, '/code')\nfrom programs.web.worker import Worker\nworker = Worker()");
  return python.globals.get("worker");
}

// Python begins with less memory than the picture may have: it grows as soon as it is there.
function growMemoryTo(length) {
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const original = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await original(...given);
      const memory = made.instance?.exports.memory;
      const missing = length - (memory?.buffer.byteLength ?? length);
      if (missing > 0) memory.grow(Math.ceil(missing / 65536));
      return made;
    };
  }
}

async function bytes(name) {
  return new Uint8Array(await (await asked(name)).arrayBuffer());
}

async function unpacked(name) {
  const stream = (await asked(name)).body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function asked(name) {
  const response = await fetch(new URL(name, place));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}
