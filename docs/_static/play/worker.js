// Run the package in a thread of its own, so that the page stays awake while it thinks.

let answer;

// Pyodide lies beside the page where the site was built with it; otherwise it comes from the network.
async function origin({ beside, pyodide }) {
  try {
    const reply = await fetch(`${beside}pyodide.mjs`, { method: "HEAD" });
    if (reply.ok) return beside;
  } catch {
    // A page that is opened from a file has nothing beside it that can be fetched.
  }
  return pyodide;
}

async function load(given) {
  const step = (value) => postMessage({ step: value });
  const folder = await origin(given);
  postMessage({ origin: folder });
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  step(1);
  const python = await loadPyodide({ indexURL: folder });
  step(2);
  // A wheel for browsers lies there where the site was built with one: its kernels are compiled.
  const wheel = await fetch(`${given.files}package.whl`).catch(() => null);
  if (wheel?.ok) python.unpackArchive(await wheel.arrayBuffer(), "wheel");
  for (const name of ["package.zip", "page.py"]) {
    const reply = await fetch(given.files + name);
    if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
    if (name.endsWith(".zip")) python.unpackArchive(await reply.arrayBuffer(), "zip");
    else python.FS.writeFile("page.py", await reply.text());
  }
  step(3);
  answer = python.runPython("import page; page.answer");
}

onmessage = async ({ data }) => {
  try {
    if (data.pyodide) {
      await load(data);
      postMessage({ step: 4 });
    } else {
      postMessage({ number: data.number, reply: JSON.parse(answer(JSON.stringify(data))) });
    }
  } catch (error) {
    postMessage({ number: data.number, failed: String(error).trim().split("\n").pop() });
  }
};
