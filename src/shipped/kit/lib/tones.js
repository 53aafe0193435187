/** @import { Value } from "@/sdk/types" */

/** @typedef {"green" | "red" | "amber" | "blue" | "violet" | "teal" | "pink" | "gray"} Tone */

/**
 * The colours of options and charts: tokens of globals.css, with a fallback for stylesheets that have none.
 * @type {Record<Tone, string>}
 */
const fallback = {
  green: "#16a34a",
  red: "#e11d48",
  amber: "#d97706",
  blue: "#0284c7",
  violet: "#7c3aed",
  teal: "#0d9488",
  pink: "#db2777",
  gray: "#64748b",
};

/** @type {[Tone, RegExp][]} */
const meanings = [
  [
    "green",
    /^(won|done|active|completed?|paid|published|approved|confirmed|available|accepted|resolved|delivered|hired|achieved|yes|finished|good|great|easy|in stock|read|returned|full time|on track)$/,
  ],
  [
    "red",
    /^(lost|cancelled|canceled|failed|overdue|rejected|declined|blocked|high|urgent|critical|expired|broken|hard|bad|out of stock|churned)$/,
  ],
  [
    "amber",
    /^(pending|in progress|on hold|waiting|medium|at risk|maintenance|paused|review|draft|interview|proposal|under offer|on leave|major|okay|reading|playing)$/,
  ],
  [
    "blue",
    /^(new|open|lead|to do|todo|planned|applied|booked|scheduled|requested|invited|low|backlog|screening|not started|prospect|to read|sent)$/,
  ],
  ["gray", /^(closed|archived|inactive|left|hidden|none|no|sold|unavailable)$/],
];
/** @type {[Tone, ...Tone[]]} */
const others = ["violet", "teal", "pink", "blue", "amber", "green"];

/** @param {number} at */
const other = (at) => others[at % others.length] ?? others[0];
/** @param {string} text */
const meaningOf = (text) => meanings.find(([, pattern]) => pattern.test(text))?.[0];
/** @param {Value} value */
const plain = (value) => String(value).toLowerCase();
/** @type {Map<string, Map<string, Tone>>} */
const kept = new Map();

/**
 * A tone for each option: by its meaning where that is plain and free, else the next one that is free.
 * @param {Value[]} options
 */
function tonesFor(options) {
  const key = JSON.stringify(options);
  const before = kept.get(key);
  if (before) return before;
  /** @type {Map<string, Tone>} */
  const tones = new Map();
  /** @param {Tone} tone */
  const isTaken = (tone) => [...tones.values()].includes(tone);
  for (const option of options) {
    const meant = meaningOf(plain(option));
    if (meant && !isTaken(meant)) tones.set(plain(option), meant);
  }
  options.forEach((option, at) => {
    if (!tones.has(plain(option))) tones.set(plain(option), others.find((tone) => !isTaken(tone)) ?? other(at));
  });
  kept.set(key, tones);
  return tones;
}

/** One option has one tone in badges, charts and boards. @param {Value} value @param {Value[]} [options] */
export function toneOf(value, options = []) {
  const text = plain(value);
  const known = tonesFor(options).get(text) ?? meaningOf(text);
  if (known) return known;
  let sum = 0;
  for (const letter of text) sum += letter.codePointAt(0) ?? 0;
  return other(sum);
}

/** @param {Tone} tone */
export const toneColor = (tone) => `var(--tone-${tone}, ${fallback[tone]})`;
/** @param {Tone} tone */
export const toneStyle = (tone) => ({
  background: `var(--tone-${tone}-soft, color-mix(in srgb, ${fallback[tone]} 14%, transparent))`,
  color: `var(--tone-${tone}-ink, var(--foreground))`,
});
