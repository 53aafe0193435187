import { config, getToken, readConfig } from "./config.js";
import { refresh } from "./refresh.js";

/** A swapped build cannot be unloaded: after as many of them the page starts anew. */
const swapsMax = 40;
const scrollBackMs = 1_500;

/** @type {(() => void)[]} */
const releases = [];

/**
 * Says how to let go of something of the page (a listener, a stream) before the next build of the app runs in this
 * one's place.
 * @param {() => void} release
 */
export function onSwap(release) {
  releases.push(release);
}

/** @import { Swaps } from "./types" */

/** @param {Document} page @param {string} selector */
const textOf = (page, selector) => page.querySelector(selector)?.textContent ?? "";
/**
 * The one element of a page that every build writes (engines/bundler/html.ts).
 * @template {Element} T
 * @param {T | null} element
 */
function written(element) {
  if (!element) throw new Error("The page is not one of a build");
  return element;
}

/** @param {Document} page @returns {HTMLLinkElement} */
const styleOf = (page) => written(page.querySelector('link[rel="stylesheet"]'));
/** @param {Document} page @returns {HTMLScriptElement} */
const scriptOf = (page) => written(page.querySelector('script[type="module"][src]'));

/**
 * Puts the next stylesheet in the place of this one once it is there, so that nothing shows without a style.
 * @param {Document} next
 */
async function swapStyle(next) {
  const [before, wanted] = [styleOf(document), styleOf(next)];
  if (before.getAttribute("href") === wanted.getAttribute("href")) return;
  const link = document.importNode(wanted);
  const isLoaded = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", reject);
  });
  before.after(link);
  await isLoaded;
  before.remove();
}

/**
 * Where the page is scrolled to, or is on its way back to after a swap.
 * @param {Swaps} state
 */
const placeOf = (state) => state.place ?? { left: window.scrollX, top: window.scrollY };

/**
 * Scrolls back once the new page is long enough: its rows may still be on their way.
 * @param {Swaps} state
 * @param {{ left: number, top: number }} place
 */
function scrollBack(state, place) {
  if (place.top === 0) return;
  state.place = place;
  const until = performance.now() + scrollBackMs;
  const scroll = () => {
    if (state.place !== place) return;
    window.scrollTo(place.left, place.top);
    if (Math.abs(window.scrollY - place.top) < 1 || performance.now() > until) state.place = undefined;
    else requestAnimationFrame(scroll);
  };
  requestAnimationFrame(scroll);
}

/**
 * Runs the newest build of a preview in this page, which keeps React, the packages and the address. A style is only
 * exchanged. Where the app alone is another, its components take the place of those that run and keep their state
 * (refresh.js); where the kit is too, the app starts anew. What a swap cannot do, a reload does.
 * @returns whether another build has taken this one's place
 */
async function swap() {
  const answer = await fetch("/_joinery/page", { headers: { authorization: `Bearer ${getToken()}` } });
  if (!answer.ok) throw new Error("The preview cannot be built");
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const map = 'script[type="importmap"]';
  if (textOf(next, map) !== textOf(document, map)) throw new Error("The packages are others");
  const [page, script] = [written(document.getElementById("joinery-config")), scriptOf(next)];
  const running = scriptOf(document);
  const state = (window.joinerySwaps ??= { count: 0, script: running.src, parts: running.dataset.parts });
  if (state.count >= swapsMax) throw new Error("Enough builds for one page");
  await swapStyle(next);
  page.textContent = textOf(next, "#joinery-config");
  const { parts } = script.dataset;
  const [isOther, isInPlace] = [script.src !== state.script, parts === state.parts];
  if (isInPlace) Object.assign(config, readConfig());
  if (!isOther) return false;
  Object.assign(state, { script: script.src, parts });
  state.count += 1;
  // A module runs once by its address, and an undo brings an address back.
  const run = () => import(`${script.src}?${state.count}`);
  if (isInPlace) {
    refresh.epoch += 1;
    await run();
    return false;
  }
  const place = placeOf(state);
  window.joineryToken = getToken();
  for (const release of releases.splice(0).toReversed()) release();
  await run();
  scrollBack(state, place);
  return true;
}

/** @type {string | undefined} */
let wanted;
let isRunning = false;

/**
 * Shows a version as soon as it is built. Of several that come meanwhile, the last.
 * @param {string} versionId
 */
export async function showVersion(versionId) {
  wanted = versionId;
  if (isRunning || versionId === config.versionId) return;
  isRunning = true;
  try {
    for (let asked = config.versionId; asked !== wanted && wanted !== config.versionId;) {
      asked = wanted;
      if (await swap()) break;
    }
    isRunning = false;
  } catch {
    window.location.reload();
  }
}
