import { config } from "./config.js";
import { tell } from "./report.js";
import { onSwap } from "./swap.js";

const named = 'button, a, [role="button"], [role="tab"], input, select, textarea, label, th, h1, h2, h3, h4, img';
const namesMax = 12;

/**
 * Components around an element, innermost first, from React's internals. The bundler appends numbers to duplicate
 * names.
 * @param {Element} element
 */
function componentsOf(element) {
  const key = Object.keys(element).find((name) => name.startsWith("__reactFiber$"));
  /** @type {string[]} */
  const names = [];
  for (let fiber = key && Reflect.get(element, key); fiber && names.length < namesMax; fiber = fiber.return) {
    const type = fiber.type?.render ?? fiber.type;
    const name = typeof type === "function" ? (type.displayName ?? type.name ?? "").replace(/\d+$/, "") : "";
    if (/^[A-Z]/.test(name) && !names.includes(name)) names.push(name);
  }
  return names;
}

/** @param {Element & { innerText?: string, placeholder?: string, alt?: string }} element */
const wordsOf = (element) =>
  (element.ariaLabel || element.innerText || element.placeholder || element.alt || "").trim().replace(/\s+/g, " ");

/** @param {Element} element */
function describe(element) {
  return {
    tag: element.tagName.toLowerCase(),
    role: element.getAttribute("role") ?? "",
    text: wordsOf(element).slice(0, 80),
    components: componentsOf(element),
    page: window.location.pathname,
  };
}

/** @type {(() => void) | undefined} */
let stop;

function start() {
  const frame = document.createElement("div");
  frame.style.cssText =
    "position:fixed;z-index:2147483647;pointer-events:none;border:2px solid #5b5bd6;background:rgb(91 91 214 / 12%);border-radius:6px;transition:all 60ms";
  document.body.append(frame);
  const { cursor } = document.documentElement.style;
  document.documentElement.style.cursor = "crosshair";
  /** @type {Element | undefined} */
  let element;
  /** @param {{ clientX: number, clientY: number }} event */
  const move = ({ clientX, clientY }) => {
    const target = document.elementFromPoint(clientX, clientY);
    element = target?.closest(named) ?? target ?? undefined;
    const box = element?.getBoundingClientRect();
    if (box)
      Object.assign(frame.style, {
        left: `${box.left - 2}px`,
        top: `${box.top - 2}px`,
        width: `${box.width + 4}px`,
        height: `${box.height + 4}px`,
      });
  };
  // Keep the picking click from the app.
  /** @param {Event} event */
  const swallow = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  /** @param {MouseEvent} event */
  const press = (event) => {
    swallow(event);
    move(event);
    end();
    tell(element ? { type: "app_picked", element: describe(element) } : { type: "app_pick_ended" });
  };
  /** @param {KeyboardEvent} event */
  const leave = (event) => {
    if (event.key !== "Escape") return;
    swallow(event);
    end();
    tell({ type: "app_pick_ended" });
  };
  const heard = /** @type {[string, EventListener][]} */ ([
    ["pointermove", move],
    ["pointerdown", swallow],
    ["mousedown", swallow],
    ["pointerup", swallow],
    ["mouseup", swallow],
    ["click", press],
    ["keydown", leave],
  ]);
  for (const [name, listener] of heard) window.addEventListener(name, listener, true);
  const end = () => {
    for (const [name, listener] of heard) window.removeEventListener(name, listener, true);
    document.documentElement.style.cursor = cursor;
    frame.remove();
    stop = undefined;
  };
  stop = end;
}

/** In a preview the builder's frame may ask for the element that a person points at; other origins are ignored. */
export function watchPicks() {
  if (config.mode !== "preview" || !config.builderOrigin) return;
  /** @param {MessageEvent} event */
  const hear = ({ source, origin, data }) => {
    if (source !== window.parent || origin !== config.builderOrigin || data?.type !== "pick_element") return;
    stop?.();
    if (data.isOn) start();
  };
  window.addEventListener("message", hear);
  onSwap(() => {
    stop?.();
    window.removeEventListener("message", hear);
  });
}
