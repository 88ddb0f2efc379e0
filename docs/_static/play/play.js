// The page of play: a board and forms whose requests a worker answers, which runs the package.

const page = document.getElementById("play");
const find = (id) => document.getElementById(id);
const tabs = [...page.querySelectorAll("[role=tab]")];
const absolute = (path) => new URL(path, document.baseURI).href;
const waiting = new Map();
const TILES = ["⬛", "🟨", "🟩"];
let games = [];
let mode = "guess";
let last = 0;
let game = { parts: [], slots: 0, separator: "", answers: [], tiles: 0 };

const worker = new Worker(absolute(`${page.dataset.files}worker.js`), { type: "module" });
worker.onmessage = ({ data }) => {
  if (data.origin) {
    const { host } = new URL(data.origin);
    const here = host === location.host;
    find("play-origin").textContent = here ? "from this site …" : `from ${host} (14 MB, once) …`;
  }
  if (data.step) find("play-progress").value = data.step;
  if (data.step === 4) begin();
  if (data.number !== undefined) {
    waiting.get(data.number)(data.reply ?? { error: data.failed });
    waiting.delete(data.number);
  } else if (data.failed) {
    fail(data.failed);
  }
};
worker.onerror = (event) => fail(event.message ?? "no worker");
worker.postMessage({
  pyodide: absolute(page.dataset.pyodide),
  beside: absolute(page.dataset.beside),
  files: absolute(page.dataset.files),
});

function fail(text) {
  find("play-loading").textContent = `Python could not be loaded: ${text}. Check the connection and reload the page.`;
  find("play-loading").classList.add("wrong");
}

function ask(what, given = {}) {
  last += 1;
  worker.postMessage({ number: last, ask: what, given });
  return new Promise((resolve) => waiting.set(last, resolve));
}

// Ask while the page says so, and nothing else can be asked.
async function busy(place, what, given) {
  const buttons = [...page.querySelectorAll("button:not([role=tab])")];
  buttons.forEach((button) => (button.disabled = true));
  find(place).classList.remove("wrong");
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
  form.game.replaceChildren(...games.map(({ name, title }) => new Option(title, name)));
  find("judge-form").strategy.replaceChildren(...found.strategies.map((name) => new Option(name)));
  find("judge-form").strategy.value = "entropy";
  form.game.onchange = showOptions;
  showOptions();
  page.querySelectorAll("button:disabled").forEach((button) => (button.disabled = false));
  find("play-loading").hidden = true;
  if (mode !== "judge") await start(false);
  page.dataset.ready = "";
}

function showOptions() {
  const chosen = games.find(({ name }) => name === find("play-new").game.value);
  find("play-what").textContent = chosen.description;
  find("play-options").replaceChildren(...chosen.options.map(option));
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

// Start the game of the form; what is wrong with it is said beside the form.
async function start(focus = true) {
  const form = find("play-new");
  const fields = [...find("play-options").querySelectorAll("[name]")];
  const options = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const codemaker = mode === "guess" ? form.codemaker.value : null;
  const reply = await busy("setup-said", "start", { game: form.game.value, options, codemaker });
  if (reply.error) {
    find("play-setup").open = true;
    return;
  }
  find("play-setup").open = false;
  find("play-rows").replaceChildren();
  find("play-said").textContent = "";
  find("play-said").classList.remove("wrong");
  find("play-move").guess.value = find("play-move").score.value = "";
  show(reply);
  if (focus) find("play-move").guess.focus();
}

find("play-new").onsubmit = (event) => {
  event.preventDefault();
  start();
};
find("play-again").onclick = () => start();

function show(state) {
  game = state;
  const move = find("play-move");
  find("play-card").textContent = state.title;
  find("play-board").innerHTML = state.rows
    .map(([guess, answer]) => `<li><span>${guess}</span><span>${answer}</span></li>`)
    .join("");
  move.hidden = state.over;
  move.guess.placeholder = `such as ${state.examples.at(-1)}`;
  move.score.placeholder = `such as ${state.scores.at(0)}`;
  move.querySelector("[type=submit]").textContent = mode === "guess" ? "Guess" : "Take it";
  find("play-parts").replaceChildren(...state.parts.flatMap(inRows), ...(state.parts.length ? [eraser()] : []));
  find("play-answers").replaceChildren(...state.answers.map(answerButton));
  find("play-again").hidden = !state.over;
  const shown = {
    hint: !state.over,
    undo: mode === "help" && state.number > 0,
    resign: !state.over && mode === "guess",
    review: state.number > 0,
  };
  for (const [what, yes] of Object.entries(shown)) {
    page.querySelector(`[data-ask=${what}]`).hidden = !yes;
  }
  const left = find("play-left");
  left.hidden = !state.candidates.length;
  left.firstChild.textContent = `${state.count?.toLocaleString("en") ?? "Very many"} left: which?`;
  left.lastChild.textContent = state.candidates.join("   ") + (state.more ? " …" : "");
  showSlots();
}

// The text of the guess is what counts; the slots show it, and the parts change it.
function tokens() {
  const text = find("play-move").guess.value;
  if (!game.slots) return [];
  if (game.slots === 1) return text.trim() ? [text.trim()] : [];
  return game.separator ? text.split(/\s+/).filter(Boolean) : [...text.replace(/\s/g, "")];
}

function showSlots() {
  const typed = tokens();
  const slots = Array.from({ length: game.slots }, (_, at) => {
    const slot = document.createElement("span");
    const known = game.parts.find(({ text }) => text.toLowerCase() === typed[at]?.toLowerCase());
    if (known?.html) slot.innerHTML = known.html;
    else slot.textContent = typed[at]?.toUpperCase() ?? "";
    slot.classList.toggle("filled", at < typed.length);
    return slot;
  });
  find("play-slots").replaceChildren(...slots);
  find("play-slots").hidden = game.slots < 2;
  showTiles();
}

// A keyboard has rows: a part of another row than the one before begins a line.
function inRows(given, at, parts) {
  if (!at || given.row === parts[at - 1].row) return [part(given)];
  const line = document.createElement("span");
  line.className = "line";
  return [line, part(given)];
}

const MARKS = ["not in the secret", "elsewhere", "in place"];

function part({ text, html, mark, row }) {
  const button = document.createElement("button");
  button.type = "button";
  if (row !== undefined) button.classList.add("key");
  button.ariaLabel = mark === undefined || mark === null ? text : `${text}, ${MARKS[mark]}`;
  if (mark !== undefined && mark !== null) button.classList.add(`tile-${mark}`);
  if (html) button.innerHTML = html;
  else button.textContent = text.toUpperCase();
  button.onclick = () => {
    const typed = tokens();
    if (game.slots === 1) typed.length = 0;
    if (typed.length < game.slots) write([...typed, text]);
  };
  return button;
}

function eraser() {
  const button = document.createElement("button");
  button.type = "button";
  button.ariaLabel = "erase";
  button.textContent = "⌫";
  button.onclick = () => write(tokens().slice(0, -1));
  return button;
}

function write(typed) {
  find("play-move").guess.value = typed.join(game.separator);
  showSlots();
}

find("play-move").guess.oninput = showSlots;

function answerButton({ text, html }) {
  const button = document.createElement("button");
  button.type = "button";
  button.ariaLabel = `answer ${text}`;
  button.innerHTML = html;
  button.onclick = () => (find("play-move").score.value = text);
  return button;
}

// One tile per letter: each click is the next colour, as on the page that is played on.
function showTiles() {
  if (!game.tiles || mode !== "help") return;
  const { score } = find("play-move");
  const typed = tokens();
  const signs = [...score.value].filter((sign) => TILES.includes(sign));
  const tiles = Array.from({ length: game.tiles }, (_, at) => {
    const sign = signs[at] ?? TILES[0];
    const button = document.createElement("button");
    button.type = "button";
    button.className = `tile tile-${TILES.indexOf(sign)}`;
    button.textContent = typed[at]?.toUpperCase() ?? " ";
    button.ariaLabel = `letter ${at + 1}: ${["grey", "yellow", "green"][TILES.indexOf(sign)]}`;
    button.onclick = () => {
      const now = Array.from({ length: game.tiles }, (_, place) => signs[place] ?? TILES[0]);
      now[at] = TILES[(TILES.indexOf(sign) + 1) % TILES.length];
      score.value = now.join("");
      showTiles();
      find("play-answers").children[at].focus();
    };
    return button;
  });
  find("play-answers").replaceChildren(...tiles);
}

find("play-move").score.oninput = showTiles;

find("play-move").onsubmit = async (event) => {
  event.preventDefault();
  const { guess, score } = event.target;
  const typed = score.value || (game.tiles ? TILES[0].repeat(game.tiles) : "");
  const given = mode === "help" ? { guess: guess.value, score: typed } : { guess: guess.value };
  const reply = await busy("play-said", "guess", given);
  if (reply.error) return guess.focus();
  find("play-rows").replaceChildren();
  if (!reply.said) guess.value = score.value = "";
  show(reply);
  if (reply.note) find("play-said").textContent = reply.note;
  if (!reply.over) guess.focus();
  else find("play-again").focus();
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
    if (reply.error) return;
    show(reply);
    if (reply.over) find("play-again").focus();
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
  mode = tab.id.replace("tab-", "");
  const judging = mode === "judge";
  find("panel-judge").hidden = !judging;
  find("panel-game").hidden = judging;
  if (judging) return;
  find("panel-game").setAttribute("aria-labelledby", tab.id);
  page.querySelectorAll("[data-for]").forEach((each) => (each.hidden = each.dataset.for !== mode));
  if (games.length) start(false);
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
