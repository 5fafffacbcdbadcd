// Opens accordions, <details> and tabs one after the other and keeps the text that each one shows,
// also where opening the next one takes it away again. Returns how many of them showed new text.
// Links, submit buttons, menus and what changes the address are left alone.
async ([most, milliseconds]) => {
  const LINKS = "a[href],area,input,select,textarea";
  const OTHERS = "[disabled],[aria-disabled=true],[aria-haspopup]:not([aria-haspopup=false]),[role=combobox]";
  const ELSEWHERE = "a[href],nav,[role=navigation],[role=menu],[role=menubar],[role=dialog],[role=listbox],dialog,[contenteditable=true]";
  const SENDS = "button:not([type=button]),[type=submit],[type=reset]";
  const CONTROLS = "[aria-expanded],[role=tab]";
  const deadline = performance.now() + milliseconds;
  const address = () => location.href.split("#")[0];
  const start = address();
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const squeeze = (text) => text.replace(/\s+/g, " ").trim();
  const words = (node) => squeeze(node.data);

  const texts = () => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (words(node) && !node.parentElement.closest("script,style,noscript,template")) found.push(node);
    }
    return found;
  };

  // --- controls: known by their label and its count, since opening one may draw all of them anew ---
  const isTab = (control) => control.getAttribute("role") === "tab";
  const isClosed = (control) => (isTab(control) ? control.getAttribute("aria-selected") !== "true" : control.getAttribute("aria-expanded") === "false");
  const isOfTheSite = (control) => control.closest("header") && !control.closest("main,article,section");
  // the panel is in the document already, and it is this control's alone
  const isThere = (control) => {
    const id = control.getAttribute("aria-controls");
    const panel = id && document.getElementById(id);
    return panel && squeeze(panel.textContent) && document.querySelectorAll(`[aria-controls="${CSS.escape(id)}"]`).length === 1;
  };
  const mayPress = (control) =>
    !control.matches(`${LINKS},${OTHERS}`) && !control.querySelector("a[href],input") && !control.closest(ELSEWHERE) &&
    !(control.closest("form") && control.matches(SENDS)) && !isOfTheSite(control) && !isThere(control) &&
    control.getClientRects().length > 0;
  const controls = () => {
    const met = new Map();
    return [...document.querySelectorAll(CONTROLS)].map((control) => {
      const name = squeeze(control.textContent || control.getAttribute("aria-label") || "");
      met.set(name, (met.get(name) || 0) + 1);
      return { control, key: `${name} ${met.get(name)}` };
    });
  };
  const find = (key) => (controls().find((entry) => entry.key === key) || {}).control;
  const press = (control) => {
    // some tabs listen to the button going down, not to the click
    const options = { bubbles: true, cancelable: true, button: 0, view: window };
    control.dispatchEvent(new MouseEvent("mousedown", options));
    control.dispatchEvent(new MouseEvent("mouseup", options));
    control.click();
  };

  // --- new text -----------------------------------------------------------------------------------
  const seen = new Set(texts().map(words));
  const fresh = (control) => texts().filter((node) => !seen.has(words(node)) && !control.contains(node));
  // what a control shows is there at once, or is being loaded
  let loading = 0;
  let changes = 0;
  const load = window.fetch;
  window.fetch = (...request) => { loading++; return load(...request).finally(() => loading--); };
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...body) {
    loading++;
    this.addEventListener("loadend", () => loading--);
    return send.apply(this, body);
  };
  new MutationObserver((found) => { changes += found.length; }).observe(document.body, { childList: true, characterData: true, subtree: true });
  const waitForText = async (control) => {
    changes = 0;
    for (let waited = 0; waited < 1500 && (waited < 120 || loading || (changes && waited < 800)) && !fresh(control).length; waited += 40) await sleep(40);
    await sleep(80);
  };
  const above = (node) => { const row = []; for (; node; node = node.parentNode) row.unshift(node); return row; };
  const common = (nodes) => {
    const rows = nodes.map(above);
    let last = document.documentElement;
    for (let i = 0; rows.every((row) => row[i] && row[i] === rows[0][i]); i++) if (rows[0][i].nodeType === Node.ELEMENT_NODE) last = rows[0][i];
    return last;
  };
  const childHolding = (parent, node) => { while (node.parentNode !== parent) node = node.parentNode; return node; };
  const place = (child) => [...child.parentNode.children].indexOf(child);
  // an element with nothing of its content but these texts and what holds them
  const copyOf = (element, nodes) => {
    const holds = (node) => nodes.includes(node) || [...node.childNodes].some(holds);
    const twin = element.cloneNode(false);
    for (const child of element.childNodes) if (holds(child)) twin.appendChild(child.nodeType === Node.TEXT_NODE ? child.cloneNode() : copyOf(child, nodes));
    return twin;
  };

  const keep = (control, key) => {
    const nodes = fresh(control);
    if (!nodes.length) return null;
    const panel = common(nodes);
    const around = common([control, panel]);
    if (around === panel) return null;
    let anchor = childHolding(around, control);
    let steps = 0;
    for (let node = control; node !== anchor; node = node.parentNode) steps++;
    nodes.forEach((node) => seen.add(words(node)));
    return { key, steps, apart: place(childHolding(around, panel)) - place(anchor), tab: isTab(control), words: nodes.map(words), copy: copyOf(panel, nodes) };
  };

  for (const details of document.querySelectorAll("details:not([open])")) details.open = true;
  const open = controls().filter(({ control }) => !isClosed(control) && mayPress(control)).map(({ key }) => key);
  const tried = new Set();
  const shown = [];
  while (tried.size < most && performance.now() < deadline) {
    const next = controls().find(({ control, key }) => !tried.has(key) && isClosed(control) && mayPress(control));
    if (!next) break;
    tried.add(next.key);
    press(next.control);
    await waitForText(next.control);
    if (address() !== start) return 0;
    const control = next.control.isConnected ? next.control : find(next.key);
    const kept = control && keep(control, next.key);
    if (kept) shown.push(kept);
  }
  if (!shown.length) return 0;

  // what was open at first may have been closed by opening others
  for (const key of open) {
    const control = find(key);
    if (control && isClosed(control)) { press(control); await sleep(150); }
  }
  const standing = new Set(texts().map(words));
  const last = new Map();
  for (const kept of shown) {
    if (kept.words.every((line) => standing.has(line))) continue;
    const control = find(kept.key);
    if (!control) continue;
    let anchor = control;
    for (let step = 0; step < kept.steps && anchor.parentElement !== document.body; step++) anchor = anchor.parentElement;
    const panel = document.createElement("div");
    panel.appendChild(kept.copy);
    if (kept.tab) {
      // a label of its own for each, as a page has that shows all of its panels
      control.id = control.id || `tab-${Math.random().toString(36).slice(2)}`;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", control.id);
    }
    const siblings = [...anchor.parentNode.children];
    const base = kept.tab ? siblings[place(anchor) + kept.apart] || anchor : anchor;
    (last.get(base) || base).after(panel);
    last.set(base, panel);
  }
  return shown.length;
}
