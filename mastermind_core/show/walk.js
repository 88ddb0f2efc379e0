"use strict";
// The tree comes as flat arrays, nodes in preorder. A node knows only its guess and its number of
// branches; sizes, depths and secrets are added up when the page opens, in one pass from the end.
const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);
const make = (tag, cls, text) => {
  const element = document.createElement(tag);
  if (cls) element.className = cls;
  if (text !== undefined) element.textContent = text;
  return element;
};
const plural = (n, one) => `${n.toLocaleString("en")} ${one}${n === 1 ? "" : "s"}`;

const nodes = data.guesses.length;
const first = new Uint32Array(nodes + 1);
for (let node = 0; node < nodes; node++) first[node + 1] = first[node] + data.branches[node];
const edges = first[nodes];
const child = new Int32Array(edges).fill(-1);
const parentEdge = new Int32Array(nodes).fill(-1);
const owner = new Uint32Array(edges);
const size = new Uint32Array(nodes);
const worst = new Uint16Array(nodes);
const endEdge = new Int32Array(data.secrets.length).fill(-1);
const ends = new Map();

(function open() {
  // Preorder: the children of a node follow it, each with all that is below it.
  const waiting = [];
  let node = 0;
  const enter = () => {
    const here = node++;
    for (let edge = first[here + 1] - 1; edge >= first[here]; edge--) {
      owner[edge] = here;
      if (!data.final[data.scores[edge]] && !(edge in data.known)) waiting.push(edge);
    }
  };
  enter();
  while (waiting.length) {
    const edge = waiting.pop();
    child[edge] = node;
    parentEdge[node] = edge;
    enter();
  }
  let place = 0;
  for (let edge = 0; edge < edges; edge++) {
    if (child[edge] >= 0) continue;
    const count = data.several[edge] || 1;
    const found = data.order.slice(place, place + count);
    place += count;
    ends.set(edge, found);
    for (const secret of found) endEdge[secret] = edge;
    size[owner[edge]] += count;
    worst[owner[edge]] = Math.max(worst[owner[edge]], 1);
  }
  for (let at = nodes - 1; at > 0; at--) {
    const above = owner[parentEdge[at]];
    size[above] += size[at];
    worst[above] = Math.max(worst[above], worst[at] + 1);
  }
})();

const letters = (packed) => Array.from(packed, (sign) => sign.codePointAt(0) - 48);
const cellsOf = (packed, tints) => {
  const row = make("span", "row");
  row.setAttribute("aria-hidden", "true");
  letters(packed).forEach((at, place) => {
    const [text, shape, fill, ink] = data.cells[at];
    const kind = tints && tints[place] ? tints[place] : fill;
    const cell = make("span", `cell ${shape}`, text);
    if (shape === "disc") { cell.style.background = fill; cell.style.color = ink; }
    else if (kind) cell.classList.add(kind);
    row.append(cell);
  });
  return row;
};
const guessOf = (node, score) => {
  const box = make("span");
  const tints = score === undefined ? null : data.tints[score];
  const at = data.guesses[node];
  box.append(cellsOf(data.looks[at], tints), make("span", "hidden", `guess ${data.names[at]}`));
  return box;
};
const scoreOf = (score) => {
  const box = make("span");
  box.append(cellsOf(data.answers[score]), make("span", "hidden", data.words[score]));
  return box;
};

let here = { node: 0, end: -1 };
const pathTo = (place) => {
  const path = [];
  let edge = place.end >= 0 ? place.end : parentEdge[place.node];
  while (edge >= 0) { path.unshift(edge); edge = parentEdge[owner[edge]]; }
  return path;
};
const secretsBelow = (node, most) => {
  const found = [];
  const waiting = [node];
  while (waiting.length && found.length < most) {
    const at = waiting.pop();
    for (let edge = first[at + 1] - 1; edge >= first[at]; edge--) {
      if (child[edge] >= 0) waiting.push(child[edge]);
    }
    for (let edge = first[at]; edge < first[at + 1]; edge++) {
      if (child[edge] < 0) found.push(...ends.get(edge));
    }
  }
  return found.slice(0, most);
};
const lengthsBelow = (node, already) => {
  const counts = [];
  const waiting = [[node, already + 1]];
  while (waiting.length) {
    const [at, length] = waiting.pop();
    for (let edge = first[at]; edge < first[at + 1]; edge++) {
      if (child[edge] >= 0) waiting.push([child[edge], length + 1]);
      else counts[length] = (counts[length] || 0) + ends.get(edge).length;
    }
  }
  return counts;
};

const go = (place, focus) => {
  here = place;
  const steps = pathTo(place).map((edge) => edge - first[owner[edge]]);
  const hash = steps.length ? `#${steps.join(".")}` : "#";
  if (location.hash !== hash && !(hash === "#" && !location.hash)) history.pushState(null, "", hash);
  draw(focus);
};
const fromHash = () => {
  let node = 0;
  let end = -1;
  for (const step of location.hash.slice(1).split(".").filter(Boolean)) {
    const edge = first[node] + Number(step);
    if (end >= 0 || !(edge < first[node + 1])) break;
    if (child[edge] < 0) end = edge;
    else node = child[edge];
  }
  here = { node, end };
  draw();
};
const follow = (edge, focus) =>
  go(child[edge] < 0 ? { node: owner[edge], end: edge } : { node: child[edge], end: -1 }, focus);
const back = () => {
  const path = pathTo(here);
  if (path.length) go({ node: owner[path[path.length - 1]], end: -1 }, true);
};
const toSecret = (secret) => {
  const edge = endEdge[secret];
  go({ node: owner[edge], end: edge }, true);
};

const drawPath = (path) => {
  byId("path").replaceChildren(...path.map((edge, at) => {
    const item = make("li");
    const button = make("button");
    const score = data.scores[edge];
    button.append(make("span", "soft", `${at + 1}`), guessOf(owner[edge], score), scoreOf(score));
    button.title = `Back to guess ${at + 1}`;
    button.onclick = () => go({ node: owner[edge], end: -1 }, true);
    item.append(button);
    return item;
  }));
  byId("nothing").hidden = path.length > 0;
  byId("back").disabled = path.length === 0;
};
const drawAnswers = () => {
  const rows = [];
  for (let edge = first[here.node]; edge < first[here.node + 1] && here.end < 0; edge++) {
    const below = child[edge];
    const count = below < 0 ? ends.get(edge).length : size[below];
    const button = make("button");
    button.dataset.edge = edge;
    const key = rows.length < 9 ? `${rows.length + 1}` : "";
    const share = make("span");
    const bar = make("div", "bar");
    bar.style.width = `${100 * count / size[here.node]}%`;
    share.append(bar);
    const then = below < 0 ? data.known[edge] || "found" : `at most ${worst[below]} more`;
    button.append(make("span", "key", key), scoreOf(data.scores[edge]),
      make("span", "count", count.toLocaleString("en")), share, make("span", "soft", then));
    button.setAttribute("aria-label",
      `Answer ${data.words[data.scores[edge]]}: ${plural(count, "secret")}, ${then}`);
    button.onclick = () => follow(edge, true);
    const item = make("li");
    item.append(button);
    rows.push(item);
  }
  byId("answers").replaceChildren(...rows);
};
const drawLengths = (already) => {
  const rows = [];
  if (here.end < 0) {
    const counts = lengthsBelow(here.node, already);
    const most = Math.max(...counts.filter(Boolean));
    counts.forEach((count, length) => {
      const row = make("tr");
      const head = make("th", "", String(length));
      head.scope = "row";
      const cell = make("td");
      const bar = make("div", "bar");
      bar.style.width = `${100 * count / most}%`;
      cell.append(bar);
      row.append(head, make("td", "", count.toLocaleString("en")), cell);
      rows.push(row);
    });
  }
  byId("lengths").replaceChildren(...rows);
};
let shown = 60;
const secretItem = (secret) => {
  const item = make("li");
  const button = make("button", "", data.secrets[secret]);
  button.onclick = () => toSecret(secret);
  item.append(button);
  return item;
};
const drawSecrets = () => {
  const count = here.end < 0 ? size[here.node] : ends.get(here.end).length;
  const some = here.end < 0 ? secretsBelow(here.node, shown) : ends.get(here.end);
  byId("secrets").replaceChildren(...some.map(secretItem));
  byId("more").hidden = some.length >= count;
  byId("more").textContent = `Show more of ${count.toLocaleString("en")}`;
};
const draw = (focus) => {
  shown = 60;
  const path = pathTo(here);
  const over = here.end >= 0;
  drawPath(path);
  byId("now").replaceChildren();
  let said;
  if (over) {
    const names = ends.get(here.end).map((secret) => data.secrets[secret]);
    const what = data.known[here.end];
    said = `${what ? `Known (${what})` : "Found"} in ${plural(path.length, "guess").replace("guesss", "guesses")}`;
    byId("now").append(make("div", "", said), make("div", "soft", names.join(", ")));
  } else {
    said = `Guess ${path.length + 1}`;
    const state = `${plural(size[here.node], "secret")} left, at most ` +
      `${worst[here.node]} more guess${worst[here.node] === 1 ? "" : "es"}`;
    const row = make("div", "row");
    row.append(guessOf(here.node));
    const line = make("div", "soft", state);
    line.style.fontSize = "1rem";
    byId("now").append(make("div", "soft", said), row, line);
    said += `: ${data.names[data.guesses[here.node]]}, ${state}`;
  }
  byId("said").textContent = said;
  for (const part of document.querySelectorAll(".open")) part.hidden = over;
  drawAnswers();
  drawLengths(path.length);
  drawSecrets();
  if (focus) byId("now").focus();
};

const plain = (text) => text.toLowerCase().replace(/[\s,()]+/g, "");
let folded = null;
const matches = (text, most) => {
  folded = folded || data.secrets.map(plain);
  const wanted = plain(text);
  const found = [];
  for (let at = 0; at < folded.length && found.length < most && wanted; at++) {
    if (folded[at].startsWith(wanted)) found.push(at);
  }
  return found;
};
byId("secret").oninput = () => {
  const text = byId("secret").value;
  const found = matches(text, 12);
  byId("found").replaceChildren(...found.map(secretItem));
  byId("none").textContent = plain(text) && !found.length ? "no secret begins like this" : "";
};
byId("search").onsubmit = (event) => {
  event.preventDefault();
  const text = byId("secret").value;
  const found = matches(text, data.secrets.length);
  const exact = found.find((at) => folded[at] === plain(text));
  if (exact === undefined && found.length !== 1) { byId("secret").oninput(); return; }
  byId("found").replaceChildren();
  toSecret(exact === undefined ? found[0] : exact);
};
byId("more").onclick = () => { shown += 300; drawSecrets(); };
byId("back").onclick = back;
byId("start").onclick = () => go({ node: 0, end: -1 }, true);
addEventListener("popstate", fromHash);
addEventListener("hashchange", fromHash);
addEventListener("keydown", (event) => {
  if (event.target.tagName === "INPUT" || event.ctrlKey || event.altKey || event.metaKey) return;
  if (/^[1-9]$/.test(event.key)) {
    const button = byId("answers").querySelectorAll("button")[Number(event.key) - 1];
    if (button) button.click();
  } else if (event.key === "Backspace" || event.key === "ArrowLeft") {
    event.preventDefault();
    back();
  } else if (event.key === "Home") {
    event.preventDefault();
    byId("start").click();
  } else if (event.key === "/") {
    event.preventDefault();
    byId("secret").focus();
  }
});
if (nodes) fromHash();
else for (const part of document.querySelectorAll("main, form, #keys")) part.remove();
