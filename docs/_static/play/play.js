// The page of play: forms whose requests a worker answers, which runs the package.

const page = document.getElementById("play");
const find = (id) => document.getElementById(id);
const tabs = [...page.querySelectorAll("[role=tab]")];
const absolute = (path) => new URL(path, document.baseURI).href;
const waiting = new Map();
let games = [];
let mode = "guess";
let last = 0;

const worker = new Worker(absolute(`${page.dataset.files}worker.js`), { type: "module" });
worker.onmessage = ({ data }) => {
  if (data.step) find("play-progress").value = data.step;
  if (data.step === 4) begin();
  if (data.number !== undefined) {
    waiting.get(data.number)(data.reply ?? { error: data.failed });
    waiting.delete(data.number);
  } else if (data.failed) {
    find("play-loading").textContent = `It could not be loaded: ${data.failed}`;
  }
};
worker.onerror = (event) => {
  find("play-loading").textContent = `It could not be loaded: ${event.message ?? "no worker"}`;
};
worker.postMessage({ pyodide: absolute(page.dataset.pyodide), files: absolute(page.dataset.files) });

function ask(what, given = {}) {
  last += 1;
  worker.postMessage({ number: last, ask: what, given });
  return new Promise((resolve) => waiting.set(last, resolve));
}

// Ask while the page says so, and nothing else can be asked.
async function busy(place, what, given) {
  const buttons = [...page.querySelectorAll("button:not([role=tab])")];
  buttons.forEach((button) => (button.disabled = true));
  find(place).textContent = "Thinking …";
  const reply = await ask(what, given);
  buttons.forEach((button) => (button.disabled = false));
  find(place).textContent = reply.error ?? reply.said ?? "";
  find(place).classList.toggle("wrong", "error" in reply);
  return reply;
}

async function begin() {
  const found = await ask("catalogue");
  games = found.games;
  const form = find("play-new");
  form.game.replaceChildren(...games.map(({ name }) => new Option(name)));
  find("judge-form").strategy.replaceChildren(...found.strategies.map((name) => new Option(name)));
  find("judge-form").strategy.value = "entropy";
  form.game.onchange = showOptions;
  showOptions();
  page.querySelectorAll("button:disabled").forEach((button) => (button.disabled = false));
  find("play-loading").hidden = true;
  page.dataset.ready = "";
}

function showOptions() {
  const game = games.find(({ name }) => name === find("play-new").game.value);
  find("play-what").textContent = game.description;
  find("play-options").replaceChildren(...game.options.map(option));
}

function option({ name, help, choices, lines, value }) {
  const label = document.createElement("label");
  const field = document.createElement(choices.length ? "select" : lines ? "textarea" : "input");
  choices.forEach((choice) => field.append(new Option(choice || "as usual", choice)));
  field.name = name;
  field.value = value;
  label.append(`${name}: ${help} `, field);
  return label;
}

find("play-new").onsubmit = async (event) => {
  event.preventDefault();
  const form = event.target;
  const fields = [...find("play-options").querySelectorAll("[name]")];
  const options = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const codemaker = mode === "guess" ? form.codemaker.value : null;
  const reply = await busy("play-said", "start", { game: form.game.value, options, codemaker });
  find("play-rows").replaceChildren();
  if (!reply.error) {
    show(reply);
    find("play-move").guess.focus();
  }
};

function show(state) {
  find("play-game").hidden = false;
  find("play-card").innerHTML = state.card;
  find("play-move").hidden = state.over;
  find("play-move").guess.placeholder = `such as ${state.examples.at(-1)}`;
  find("play-scores").textContent = `Answers are written ${state.scores.join("   ")}`;
  page.querySelector("[data-ask=hint]").hidden = state.over;
  page.querySelector("[data-ask=resign]").hidden = state.over || mode !== "guess";
  page.querySelector("[data-ask=review]").hidden = !state.number;
  const left = find("play-left");
  left.hidden = !state.candidates.length;
  left.firstChild.textContent = `${state.count?.toLocaleString("en") ?? "Very many"} left: which?`;
  left.lastChild.textContent = state.candidates.join("   ") + (state.more ? " …" : "");
}

find("play-move").onsubmit = async (event) => {
  event.preventDefault();
  const { guess, score } = event.target;
  const given = mode === "help" ? { guess: guess.value, score: score.value } : { guess: guess.value };
  const reply = await busy("play-said", "guess", given);
  if (reply.error) return;
  find("play-rows").replaceChildren();
  show(reply);
  if (!reply.said) guess.value = score.value = "";
  if (!reply.over) guess.focus();
  else await table("review");
};

const HEADS = {
  hint: ["guess", "tells", "left on average", "at worst", ""],
  review: ["guess", "candidates", "guesses to come", "luck"],
};

async function table(what) {
  const reply = await busy("play-said", what);
  if (!reply.rows) return;
  const row = (cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  const head = HEADS[what].map((text) => `<th scope="col">${text}</th>`).join("");
  find("play-rows").innerHTML =
    `<table><thead><tr>${head}</tr></thead><tbody>${reply.rows.map(row).join("")}</tbody></table>`;
}

page.querySelectorAll("[data-ask]").forEach((button) => {
  button.onclick = async () => {
    const what = button.dataset.ask;
    if (what in HEADS) return table(what);
    const reply = await busy("play-said", what);
    if (!reply.error) show(reply);
    if (what === "resign" && reply.number) {
      const said = reply.said;
      await table("review");
      find("play-said").textContent = said;
    }
  };
});

find("judge-form").onsubmit = async (event) => {
  event.preventDefault();
  const { source, strategy, seconds } = event.target;
  const given = { source: source.value, strategy: strategy.value, seconds: Number(seconds.value) };
  const reply = await busy("judge-said", "judge", given);
  find("judge-card").innerHTML = reply.card ?? "";
};

// A Tab in the text of a game would trap the keyboard: it goes on, as everywhere.
function choose(tab) {
  tabs.forEach((one) => {
    one.setAttribute("aria-selected", one === tab);
    one.tabIndex = one === tab ? 0 : -1;
  });
  const judging = tab.id === "tab-judge";
  find("panel-judge").hidden = !judging;
  find("panel-game").hidden = judging;
  if (judging) return;
  mode = tab.id === "tab-help" ? "help" : "guess";
  find("panel-game").setAttribute("aria-labelledby", tab.id);
  page.querySelectorAll("[data-for]").forEach((part) => (part.hidden = part.dataset.for !== mode));
  find("play-game").hidden = true;
  find("play-left").hidden = true;
  find("play-rows").replaceChildren();
  find("play-said").textContent = "";
}

tabs.forEach((tab, at) => {
  tab.onclick = () => choose(tab);
  tab.onkeydown = ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = tabs[(at + step + tabs.length) % tabs.length];
    choose(next);
    next.focus();
  };
});
