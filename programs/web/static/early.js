// Starts the worker with Python before the scripts of the page are there, and keeps what it says until they are.

{
  const worker = new Worker(new URL("python.js", document.currentScript.src), { type: "module" });
  const heard = [];
  worker.onmessage = worker.onerror = (event) => heard.push(event);
  self.early = { worker, heard };
}
