import "server-only";
import { entityOf } from "../../model/app-model";
import { listed, sentence } from "../../language/inflect";
import { luminance } from "../../language/colors";
import { cssHex } from "../../language/css-colors";
import type { Condition } from "../../model/look";
import { colorsByRole } from "../look/color-roles";
import { manyOf } from "../draft/draft";
import { currencyIn } from "../look/look";
import { fontIn, fontsOffered, readRoles, styleIn } from "../look/roles";
import {
  asks,
  type Clause,
  clauseOf,
  entitiesIn,
  isAll,
  isDate,
  isNumber,
  pickRef,
  pickState,
  refsOf,
  type Rule,
} from "./clause";
import { has, isFiller, isUnknown, type Mark } from "./marks";

const ways = ["dark", "light", "compact", "airy", "round", "sharp", "top", "side", "font", "style"];

/** "dark theme with green buttons", "cream background, round corners": every part of the look that is named. */
export const readLooks: Rule = (clause) => {
  const { draft, marks, text } = clause;
  const currency = asks(clause, "add", "have", "field") ? undefined : currencyIn(text);
  const isStranger = (mark: Mark) => has(marks[marks.indexOf(mark) + 1] ?? mark, "font") && isUnknown(mark);
  const isPrice = (mark: Mark) => mark.fields.some((ref) => isNumber(ref)) || mark.kind === "money";
  if (
    !asks(clause, ...ways) ||
    !isAll(
      clause,
      (mark) =>
        isLookMark(mark) ||
        isStranger(mark) ||
        (currency !== undefined && (isPrice(mark) || has(mark, "currency"))) ||
        (asks(clause, "font") && fontIn(mark.text) !== undefined),
    )
  )
    return false;
  const hasColor = marks.some(({ color }) => color);
  if (hasColor && (colorsByRole(text)?.length ?? 0) === 0) return false;
  // "make the header dark" names a part and no colour; of a dark background that is the mode.
  const isOfMode = (mark: Mark) =>
    (mark.role === "page" && asks(clause, "dark", "light")) ||
    (/^(?:menu|navigation|nav|sidebar)$/.test(mark.words[0]!) && asks(clause, "top", "side"));
  if (!hasColor && marks.some((mark) => mark.role !== undefined && mark.asks.length === 0 && !isOfMode(mark)))
    return false;
  const { look } = draft.model;
  const before = { ...look };
  // White space has no colour.
  if (hasColor) readRoles(text.replaceAll(/white ?space/gi, "space"), draft);
  if (asks(clause, "compact")) look.density = "compact";
  if (asks(clause, "airy")) look.density = "airy";
  if (asks(clause, "round")) look.radius = "round";
  if (asks(clause, "sharp")) look.radius = "sharp";
  if (asks(clause, "top")) look.layout = "top";
  if (asks(clause, "side")) look.layout = "sidebar";
  if (currency) look.currency = currency;
  const style = marks.find((mark) => has(mark, "style"));
  if (style) look.preset = styleIn(style.text) ?? look.preset;
  if (asks(clause, "font")) {
    const font = fontIn(text);
    if (font) look.font = font;
    else draft.skipped.push(`“${text}”: ${fontsOffered}`);
  }
  const page = look.colors.page;
  if (asks(clause, "dark")) {
    look.mode = "dark";
    if (page !== undefined && luminance(page) > 0.2) delete look.colors.page;
  }
  if (asks(clause, "light") && !asks(clause, "dark")) {
    look.mode = "light";
    if (page !== undefined && luminance(page) < 0.2) delete look.colors.page;
  }
  const already = [
    asks(clause, "dark", "light") && before.mode === look.mode && `the app is ${look.mode}`,
    asks(clause, "compact", "airy") && before.density === look.density && `the pages are ${look.density}`,
    asks(clause, "round", "sharp") && before.radius === look.radius && `the corners are ${look.radius}`,
    asks(clause, "top", "side") &&
      before.layout === look.layout &&
      (look.layout === "top" ? "the menu is at the top" : "the menu is at the side"),
  ].filter((text) => typeof text === "string");
  if (already.length > 0) draft.answers.push(`${sentence(listed(already))} already.`);
  return true;
};

const isLookMark = (mark: Mark): boolean =>
  mark.color !== undefined ||
  mark.role !== undefined ||
  /^(?:enable|activate|apply|set|move)$/.test(mark.words[0]!) ||
  has(mark, ...ways, "become", "have", "show", "add", "colour", "table", "look");

/** "use pounds, not dollars", "prices in swiss francs". */
export const readCurrency: Rule = (clause) => {
  const { draft, marks } = clause;
  const said = clause.text.replace(/,?\s+(?:not|instead of|rather than)\b.*$/i, "");
  const currency = currencyIn(said);
  const isMoney = (mark: Mark) =>
    /^(?:prices?|amounts?|money|currency|costs?|values?|sums?)$/.test(mark.words[0]!) ||
    mark.kind === "money" ||
    mark.fields.some((ref) => isNumber(ref)) ||
    /^set$/.test(mark.words[0]!) ||
    has(mark, "currency", "show", "become", "have");
  if (!currency || asks(clause, "add", "field") || !isAll(clause, isMoney)) return false;
  // "the fee is in euros" is of that field alone only where it was no money before.
  if (marks.some(({ entities }) => entities.length > 0)) return false;
  draft.model.look.currency = currency;
  return true;
};

/** "take a warm red": a colour for all of the app, where nothing else is named. */
export const readAccent: Rule = (clause) => {
  const colors = clause.marks.filter(({ color }) => color);
  if (
    colors.length !== 1 ||
    (!asks(clause, "become", "have", "add", "colour") && !/\b(?:take|use|try|prefer|rather|in)\b/i.test(clause.text))
  )
    return false;
  if (
    !clause.marks.every(
      (mark) =>
        mark === colors[0] ||
        isFiller(mark) ||
        /^(?:take|try|prefer)$/.test(mark.words[0]!) ||
        has(mark, "become", "colour"),
    )
  )
    return false;
  clause.draft.model.look.colors.accent = colors[0]!.color!.hex;
  return true;
};

/** Parts of a clause, each with one colour: "delivered orders green and new ones yellow". */
function partsByColor(marks: Mark[]): Mark[][] {
  const colors = marks.flatMap((mark, at) => (mark.color ? [at] : []));
  const firstState = marks.findIndex((mark) => isReason(mark));
  const isBefore = firstState >= 0 && firstState < colors[0]!;
  return colors.map((at, index) =>
    isBefore
      ? marks.slice(index === 0 ? 0 : colors[index - 1]! + 1, index === colors.length - 1 ? undefined : at + 1)
      : marks.slice(index === 0 ? 0 : at, colors[index + 1]),
  );
}
const isReason = (mark: Mark) => mark.states.length > 0 || has(mark, "overdue") || mark.number !== undefined;

const comparisons: [RegExp, string][] = [
  [/(?:\bat least|\bnot (?:less|fewer|lower) than|\bfrom|>=) (?:[€$£] ?)?$/, ">="],
  [/(?:\bat most|\bup to|\bnot (?:more|higher|greater) than|\bno more than|<=) (?:[€$£] ?)?$/, "<="],
  [/(?:\bbelow|\bunder|\b(?:less|fewer|lower|smaller|cheaper) than|<) (?:[€$£] ?)?$/, "<"],
  [/(?:\babove|\bover|\b(?:more|higher|greater|bigger|larger) than|\bexceed(?:s|ing)?|>) (?:[€$£] ?)?$/, ">"],
];
const compared =
  /^(?:below|under|above|over|less|more|fewer|lower|higher|greater|smaller|bigger|larger|cheaper|than|at least|at most|at|least|most|up|to|exceeds?|exceeding|drops?|falls?|goes|gets|[<>=€$£])$/;
/** "below 5", "at least 100", "5 or less": how the rows' number is compared. Empty: equal. */
function comparisonOf(part: Mark[], number: Mark): string {
  const at = part.indexOf(number);
  const before = `${part
    .slice(0, at)
    .flatMap(({ words }) => words)
    .join(" ")} `;
  const behind = part
    .slice(at + 1)
    .flatMap(({ words }) => words)
    .join(" ");
  if (/^(?:or|and) (?:less|fewer|below|under|lower)\b/.test(behind)) return "<=";
  if (/^(?:or|and) (?:more|above|over|higher)\b/.test(behind)) return ">=";
  return comparisons.find(([pattern]) => pattern.test(before))?.[1] ?? "";
}

/** What rows are marked with where no colour was said. */
const unsaid = "red";

/** "mark orders that are late": a wish for a colour that names none. */
const readUnsaid = ({ text, draft }: Clause): boolean => {
  const isSaid = /^(?:please )?(?:mark|highlight|flag|emphasi[sz]e|colou?r)\s/i.test(text);
  if (!isSaid || !readConditions(clauseOf(`${text} ${unsaid}`, draft))) return false;
  draft.assumed.push(`You named no colour, so I took ${unsaid}.`);
  return true;
};

/** "colour blockers red", "unpaid walks should be orange", "mark bottles with quantity 0 grey". */
export const readConditions: Rule = (clause) => {
  const { draft, marks } = clause;
  if (!marks.some(({ color }) => color))
    return marks.some(isReason) && !asks(clause, "add", "remove", "default", "required") && readUnsaid(clause);
  const knows = (mark: Mark) =>
    mark.color !== undefined ||
    mark.entities.length + mark.fields.length + mark.states.length > 0 ||
    mark.number !== undefined ||
    (marks.some(({ number }) => number !== undefined) && compared.test(mark.words[0]!)) ||
    has(mark, "colour", "become", "show", "overdue", "have", "table", "page", "option", "can", "no", "yes", "rename");
  if (!isAll(clause, knows)) return isStranger(clause);
  const found: Condition[] = [];
  for (const part of partsByColor(marks)) {
    const condition = conditionOf(clause, part);
    if (!condition) return isStranger(clause);
    found.push(condition);
  }
  for (const one of found) {
    const others = (draft.model.look.conditions ?? []).filter(
      (other) => !(other.entity === one.entity && other.field === one.field && other.is === one.is),
    );
    draft.model.look.conditions = [...others, one];
    draft.touched = one.entity;
    noteUnseen(draft, one);
  }
  return true;
};

/** Cards and entries have no rows to colour. */
function noteUnseen({ model, assumed }: Clause["draft"], { entity: name }: Condition): void {
  const entity = entityOf(model, name);
  const forms = model.pages
    .filter((page) => page.entity === name && page.kind === "list")
    .map(({ form }) => form ?? "table");
  if (entity && !forms.includes("table"))
    assumed.push(
      `Colours stand out in tables, and ${manyOf(entity)} are shown as ${forms[0] === "gallery" ? "a gallery" : "entries"}: say “show ${manyOf(entity)} as a table” to see them.`,
    );
}

/** A colour for rows of which nothing says when would otherwise be taken for the app's own. */
function isStranger({ draft, marks, text }: Clause): boolean {
  const isOfRows = marks.some(({ entities }) => entities.length > 0) || marks.some(({ states }) => states.length > 0);
  const isOther = marks.some(
    (mark) =>
      has(mark, "add", "field", "option", "rename", "chart", "remove", "default", ...ways) ||
      mark.role !== undefined ||
      mark.pages.length > 0,
  );
  if (!isOfRows || isOther) return false;
  draft.skipped.push(
    `“${text}”: I can colour rows by an option, a ticked box, a number or a date that has passed, and did not find one of those here; nothing was changed.`,
  );
  return true;
}

function conditionOf(clause: Clause, part: Mark[]): Condition | null {
  const color = part.find((mark) => mark.color)?.color;
  if (!color) return null;
  const hex = cssHex(color.name) ?? color.hex;
  const stated = part.filter((mark) => mark.states.length > 0);
  // "new tickets that are urgent": what is new is no reason where another one is.
  const reasons = stated.length > 1 ? stated.filter((mark) => mark.words[0] !== "new") : stated;
  const named = part.flatMap((mark) => (mark.states.length === 0 ? mark.fields : []));
  if (reasons.length === 1) {
    const all = reasons[0]!.states;
    const own = all.filter((state) => named.some((ref) => ref.name === state.name && ref.entity === state.entity));
    const state = pickState(clause, own.length > 0 ? own : all);
    const isDenied = part.some(
      (mark) => mark !== reasons[0] && /^(?:not|isn't|aren't|isnt|arent|no)$/.test(mark.words[0]!),
    );
    if (!state || (isDenied && !/^(?:true|false)$/.test(state.is))) return null;
    return {
      entity: state.entity.name,
      field: state.name,
      is: isDenied ? String(state.is !== "true") : state.is,
      color: hex,
    };
  }
  if (reasons.length > 1) return null;
  if (part.some((mark) => has(mark, "overdue"))) {
    const dates = named.filter(isDate);
    const ref = pickRef(clause, dates.length > 0 ? dates : dueDates(clause));
    return ref ? { entity: ref.entity.name, field: ref.name, is: "overdue", color: hex } : null;
  }
  const number = part.find((mark) => mark.number !== undefined);
  const counted = pickRef(clause, named.filter(isNumber));
  if (number && counted) {
    const is = `${comparisonOf(part, number)}${number.number}`;
    return { entity: counted.entity.name, field: counted.name, is, color: hex };
  }
  return null;
}

/** The date of each table that can pass, the likeliest one. */
function dueDates(clause: Clause) {
  const named = entitiesIn(clause);
  const pool = named.length > 0 ? named : clause.draft.model.entities;
  return pool.flatMap((entity) => {
    const dates = refsOf(entity).filter(isDate);
    const due = dates.find(({ name }) => /due|deadline|until|return|expir|valid|renew|end/.test(name)) ?? dates[0];
    return due ? [due] : [];
  });
}

/** "i don't like the blue": what is complained of asks for nothing. */
export const isComplaint = (text: string) =>
  /^(?:i|we) (?:really )?(?:don't|dont|do not|hate|dislike|never liked?) (?:really )?(?:like|love|want|the|this|that)?\b/i.test(
    text,
  ) && !/\bneed\b/i.test(text);
