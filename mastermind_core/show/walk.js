"use strict";
// The tree comes as flat arrays, nodes in preorder. The subtree of a node is therefore one range of
// nodes, of edges, and of secrets in the order of the edges that find them.
const data = JSON.parse(document.getElementById("data").textContent);
const called = data.called;
const byId = (id) => document.getElementById(id);
const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const span = (className, ...children) => make("span", { className }, ...children);
const digits = (n) => n.toLocaleString("en");
const plural = (n, one, many = `${one}s`) => `${digits(n)} ${n === 1 ? one : many}`;

const nodes = data.guesses.length;
const first = [0];
data.branches.forEach((count, node) => first.push(first[node] + count));
const edges = first[nodes];
const owner = new Uint32Array(edges);
const child = new Int32Array(edges).fill(-1);
const parentEdge = [];
const depth = [];
const range = new Uint32Array(nodes).fill(1);
const worst = new Uint16Array(nodes).fill(1);
const waiting = nodes ? [-1] : [];
while (waiting.length) {
  const edge = waiting.pop();
  const node = depth.length;
  parentEdge.push(edge);
  depth.push(edge < 0 ? 1 : depth[owner[edge]] + 1);
  if (edge >= 0) child[edge] = node;
  for (let at = first[node + 1] - 1; at >= first[node]; at--) {
    owner[at] = node;
    if (!data.final[data.scores[at]] && !(at in data.known)) waiting.push(at);
  }
}
for (let node = nodes - 1; node > 0; node--) {
  const above = owner[parentEdge[node]];
  range[above] += range[node];
  worst[above] = Math.max(worst[above], worst[node] + 1);
}
const begin = [0];
child.forEach((below, edge) => begin.push(begin[edge] + (below < 0 ? data.several[edge] || 1 : 0)));

// A position is the index of the edge that leads to it, -1 at the root; a child of -1 is an end.
const nodeAt = (edge) => (edge < 0 ? 0 : child[edge]);
const edgesBelow = (node) => [first[node], first[node + range[node]]];
const secretsAt = (edge) => {
  const [from, to] = nodeAt(edge) < 0 ? [edge, edge + 1] : edgesBelow(nodeAt(edge));
  return [begin[from], begin[to]];
};
const sizeAt = (edge) => secretsAt(edge)[1] - secretsAt(edge)[0];
const lengthsBelow = (node) => {
  const counts = [];
  const [from, to] = edgesBelow(node);
  for (let edge = from; edge < to; edge++) {
    const length = depth[owner[edge]];
    if (child[edge] < 0) counts[length] = (counts[length] || 0) + sizeAt(edge);
  }
  return counts;
};
const before = (edge) => parentEdge[owner[edge]];
const pathTo = (edge) => (edge < 0 ? [] : [...pathTo(before(edge)), edge]);

const cellsOf = (numbers, tints) => {
  const cells = numbers.map((number, place) => {
    const [text, shape, fill, ink] = data.cells[number];
    if (shape === "disc") {
      return make("span", { className: "cell disc", style: `background: ${fill}; color: ${ink}` }, text);
    }
    return span(`cell ${shape} ${(tints && tints[place]) || fill}`.trim(), text);
  });
  return make("span", { className: "row", ariaHidden: "true" }, ...cells);
};
const guessOf = (node, score) => {
  const at = data.guesses[node];
  return span("", cellsOf(data.looks[at], data.tints[score]), span("hidden", `${called.guess} ${data.names[at]}`));
};
const scoreOf = (score) =>
  span("", cellsOf(data.answers[score]), span("hidden", data.words[score]));
const barOf = (share) => make("div", { className: "bar", style: `width: ${100 * share}%` });

let here = -1;
const go = (edge) => {
  here = edge;
  const steps = pathTo(edge).map((at) => at - first[owner[at]]);
  const hash = steps.length ? `#${steps.join(".")}` : "#";
  if (location.hash !== hash && !(hash === "#" && !location.hash)) history.pushState(null, "", hash);
  draw();
  byId("now").focus();
};
const fromHash = () => {
  here = -1;
  for (const step of location.hash.slice(1).split(".").filter(Boolean)) {
    const node = nodeAt(here);
    const edge = first[node] + Number(step);
    if (node < 0 || !(edge < first[node + 1])) break;
    here = edge;
  }
  draw();
};
const back = () => { if (here >= 0) go(before(here)); };
const toSecret = (secret) => {
  const place = data.order.indexOf(secret);
  go(begin.findIndex((from) => from > place) - 1);
};

const pathItem = (edge, at) => make("li", {}, make("button", {
  title: `Back to ${called.guess} ${at + 1}`,
  onclick: () => go(before(edge)),
}, span("soft", `${at + 1}`), guessOf(owner[edge], data.scores[edge]), scoreOf(data.scores[edge])));
const answerItem = (edge, at) => {
  const below = child[edge];
  const count = sizeAt(edge);
  const then = below < 0 ? data.known[edge] || "found" : `at most ${worst[below]} more`;
  const score = data.scores[edge];
  return make("li", {}, make("button", {
    ariaLabel: `Answer ${data.words[score]}: ${plural(count, called.secret)}, ${then}`,
    onclick: () => go(edge),
  }, span("key", at < 9 ? `${at + 1}` : ""), scoreOf(score), span("count", digits(count)),
  span("", barOf(count / sizeAt(here))), span("soft", then)));
};
const lengthRows = (counts) => {
  const most = Math.max(...counts.filter(Boolean));
  return Object.entries(counts).map(([length, count]) => make("tr", {},
    make("th", { scope: "row" }, length), make("td", {}, digits(count)),
    make("td", {}, barOf(count / most))));
};
let shown = 60;
const secretItem = (secret) =>
  make("li", {}, make("button", { onclick: () => toSecret(secret) }, data.secrets[secret]));
const drawSecrets = () => {
  const [from, to] = secretsAt(here);
  const end = nodeAt(here) < 0 ? to : Math.min(to, from + shown);
  byId("secrets").replaceChildren(...data.order.slice(from, end).map(secretItem));
  byId("more").hidden = end === to;
  byId("more").textContent = `Show more of ${digits(to - from)}`;
};
const draw = () => {
  shown = 60;
  const node = nodeAt(here);
  const path = pathTo(here);
  byId("path").replaceChildren(...path.map(pathItem));
  byId("nothing").hidden = here >= 0;
  byId("back").disabled = here < 0;
  let said;
  let answers = [];
  if (node < 0) {
    const names = data.order.slice(...secretsAt(here)).map((secret) => data.secrets[secret]);
    const what = data.known[here];
    said = `${what ? `Known (${what})` : "Found"} in ${plural(path.length, called.guess, called.guesses)}`;
    byId("now").replaceChildren(make("div", {}, said), make("div", { className: "soft" }, names.join(", ")));
  } else {
    answers = Array.from({ length: first[node + 1] - first[node] }, (_, at) => first[node] + at);
    const state = `${plural(sizeAt(here), called.secret)} left, at most ` +
      `${worst[node]} more ${worst[node] === 1 ? called.guess : called.guesses}`;
    said = `${called.guess[0].toUpperCase()}${called.guess.slice(1)} ${path.length + 1}`;
    byId("now").replaceChildren(make("div", { className: "soft" }, said),
      make("div", { className: "row" }, guessOf(node)),
      make("div", { className: "soft", style: "font-size: 1rem" }, state));
    said += `: ${data.names[data.guesses[node]]}, ${state}`;
  }
  byId("said").textContent = said;
  for (const part of document.querySelectorAll(".open")) part.hidden = node < 0;
  byId("answers").replaceChildren(...answers.map(answerItem));
  byId("lengths").replaceChildren(...(node < 0 ? [] : lengthRows(lengthsBelow(node))));
  drawSecrets();
};

const plain = (text) => text.toLowerCase().replace(/[\s,()]+/g, "");
const folded = data.secrets.map(plain);
const matches = () => {
  const wanted = plain(byId("secret").value);
  return wanted ? [...folded.keys()].filter((at) => folded[at].startsWith(wanted)) : [];
};
byId("secret").oninput = () => {
  const found = matches();
  byId("found").replaceChildren(...found.slice(0, 12).map(secretItem));
  const none = plain(byId("secret").value) && !found.length;
  byId("none").textContent = none ? `no ${called.secret} begins like this` : "";
};
byId("search").onsubmit = (event) => {
  event.preventDefault();
  const found = matches();
  const exact = found.find((at) => folded[at] === plain(byId("secret").value));
  if (exact === undefined && found.length !== 1) { byId("secret").oninput(); return; }
  byId("found").replaceChildren();
  toSecret(exact ?? found[0]);
};
byId("more").onclick = () => { shown += 300; drawSecrets(); };
byId("back").onclick = back;
byId("start").onclick = () => go(-1);
addEventListener("popstate", fromHash);
addEventListener("hashchange", fromHash);
addEventListener("keydown", (event) => {
  if (event.target.tagName === "INPUT" || event.ctrlKey || event.altKey || event.metaKey) return;
  const keys = { Backspace: back, ArrowLeft: back, Home: () => go(-1), "/": () => byId("secret").focus() };
  if (/^[1-9]$/.test(event.key)) {
    byId("answers").querySelectorAll("button")[Number(event.key) - 1]?.click();
  } else if (Object.hasOwn(keys, event.key)) {
    event.preventDefault();
    keys[event.key]();
  }
});
if (nodes) fromHash();
else for (const part of document.querySelectorAll("main, form, #keys")) part.remove();
