// Run the package in a thread of its own, so that the page stays awake while it thinks.

let answer;

async function load({ pyodide, files }) {
  const step = (value) => postMessage({ step: value });
  const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
  step(1);
  const python = await loadPyodide({ indexURL: pyodide });
  step(2);
  for (const name of ["package.zip", "page.py"]) {
    const reply = await fetch(files + name);
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
