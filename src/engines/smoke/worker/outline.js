const linesMax = 250;
const textMax = 160;

/** @type {Record<string, string>} */
const roles = {
  A: "link",
  BUTTON: "button",
  TEXTAREA: "textbox",
  SELECT: "combobox",
  TABLE: "table",
  TR: "row",
  NAV: "navigation",
  MAIN: "main",
  ASIDE: "complementary",
  HEADER: "banner",
  FORM: "form",
  DIALOG: "dialog",
  IMG: "img",
  UL: "list",
  OL: "list",
  LI: "listitem",
};
/** Their whole text is their name: what is inside is not listed again. */
const leaves = new Set(["link", "button", "heading", "option", "tab", "menuitem", "row", "img", "switch", "checkbox"]);

/** @param {string | null | undefined} text */
const squeeze = (text) => {
  const words = (text ?? "").replace(/\s+/g, " ").trim();
  return words.length > textMax ? `${words.slice(0, textMax)}…` : words;
};

/** @param {Element} element */
function roleOf(element) {
  const given = element.getAttribute("role");
  if (given) return given === "presentation" || given === "none" ? undefined : given;
  if (/^H[1-6]$/.test(element.tagName)) return "heading";
  if (element.tagName === "INPUT") {
    const type = element.getAttribute("type") ?? "text";
    return type === "checkbox" || type === "radio" ? type : type === "submit" ? "button" : "textbox";
  }
  if (element.tagName === "A" && !element.hasAttribute("href")) return undefined;
  return roles[element.tagName];
}

/** @param {Element} element @param {string} role */
function nameOf(element, role) {
  const label = element.getAttribute("aria-label");
  if (label) return squeeze(label);
  const labelledBy = element.getAttribute("aria-labelledby");
  const named = labelledBy && document.getElementById(labelledBy);
  if (named) return squeeze(named.textContent);
  if (role === "img") return squeeze(element.getAttribute("alt"));
  if (role === "row")
    return [...element.children]
      .map((cell) => squeeze(cell.textContent) || (cell.querySelector("input,button,a,svg,img") ? "•" : ""))
      .join(" | ");
  if (["textbox", "combobox", "checkbox", "radio", "spinbutton", "searchbox"].includes(role)) {
    const id = element.getAttribute("id");
    const own = (id && document.querySelector(`label[for="${id}"]`)) || element.closest("label");
    return squeeze(own?.textContent) || squeeze(element.getAttribute("placeholder")) || squeeze(element.textContent);
  }
  return leaves.has(role) ? squeeze(element.textContent) || squeeze(element.getAttribute("title")) : "";
}

/** @param {Element} element @param {string} role */
const statesOf = (element, role) =>
  [
    role === "heading" && /^H\d$/.test(element.tagName) && `level ${element.tagName[1]}`,
    role === "link" && `to ${element.getAttribute("href")}`,
    (element.hasAttribute("disabled") || element.getAttribute("aria-disabled") === "true") && "disabled",
    (element.getAttribute("aria-checked") === "true" || ("checked" in element && element.checked)) && "checked",
    (element.getAttribute("aria-selected") === "true" || element.getAttribute("aria-current")) && "current",
    element.hasAttribute("required") && "required",
    role === "textbox" &&
      "value" in element &&
      typeof element.value === "string" &&
      element.value &&
      `value ${squeeze(element.value)}`,
  ].filter(Boolean);

/** @param {Element} element */
const isHidden = (element) =>
  element.hasAttribute("hidden") ||
  element.getAttribute("aria-hidden") === "true" ||
  ["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT"].includes(element.tagName) ||
  /display:\s*none|visibility:\s*hidden/.test(element.getAttribute("style") ?? "");

/** @param {Node} node @returns {node is Element} */
const isElement = (node) => node.nodeType === 1;

/**
 * What a screen reader would say of a document: a line an element with a role or a text, indented by its parents.
 * @param {Element} root
 */
export function outline(root) {
  /** @type {string[]} */
  const lines = [];
  /** @param {number} depth @param {string} text */
  const say = (depth, text) => lines.length < linesMax && lines.push(`${"  ".repeat(Math.min(depth, 12))}- ${text}`);
  /** @param {Node} node @param {number} depth */
  const walk = (node, depth) => {
    if (lines.length >= linesMax) return;
    if (node.nodeType === 3) {
      const text = squeeze(node.textContent);
      if (text) say(depth, `text: ${text}`);
      return;
    }
    if (!isElement(node) || isHidden(node)) return;
    if (node.tagName.toLowerCase() === "svg") {
      const name = squeeze(node.getAttribute("aria-label") || node.querySelector("title")?.textContent);
      if (name) say(depth, `img "${name}"`);
      return;
    }
    const role = roleOf(node);
    const inner = role === undefined ? depth : depth + 1;
    if (role !== undefined) {
      const states = statesOf(node, role);
      const name = nameOf(node, role);
      say(depth, `${role}${name ? ` "${name}"` : ""}${states.length > 0 ? ` [${states.join(", ")}]` : ""}`);
      if (leaves.has(role) && name) return;
    }
    for (const child of node.childNodes) walk(child, inner);
  };
  for (const child of root.childNodes) walk(child, 0);
  return lines.length < linesMax ? lines.join("\n") : `${lines.join("\n")}\n… (the rest is left out)`;
}
