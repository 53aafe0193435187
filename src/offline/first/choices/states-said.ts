import "server-only";
import { splitOptions } from "../../language/normalize";
import type { Plan, PlannedTable } from "../../description/plan/plan";
import { singular } from "../../language/inflect";
import { centralOf } from "../../description/plan/plan";

/** A choice that a description spells out apart from its table: "stages: new, offer, lost", "ideas are new, planned or built". */
export type StatesSaid = {
  field: string;
  options: string[];
  of?: string;
  /** Only the first and the last were told: "from enquiry to done". */
  isRange?: boolean;
};

const list = "((?:[\\w' -]+?\\s*(?:,|/|\\bor\\b|\\band\\b)\\s*)+[\\w' -]+?)";
const end = "(?=\\s*(?:$|[.;\\n]))";
const named = new RegExp(
  `(?:^|[.;\\n]\\s*)(?:the |possible )*(stages?|status(?:es)?|states?|phases|priorit(?:y|ies)|categor(?:y|ies)|types)(?: (?:of|for) (?:an?|the|each|every|our|my)? ?([a-z]+))?\\s*(?::|are|can be|is)\\s*${list}${end}`,
  "i",
);
const been = new RegExp(
  `(?:^|[.;,\\n]\\s*)(?:the |an? |each |every |our )*([a-z]+(?: [a-z]+)?)\\s+(?:are|is|can be|is either|are either)\\s+(?:either )?((?:[\\w-]+(?: [\\w-]+)?\\s*(?:,|/)\\s*)+(?:[\\w-]+(?: [\\w-]+)?\\s*(?:,?\\s*or|/|,)\\s*)[\\w-]+(?: [\\w-]+)?)${end}`,
  "i",
);
const moved =
  /(?:^|[.;:,\n]\s*)(?:the |an? |each |every |our )*([a-z]+(?: [a-z]+)?)\s+(?:moves?|goes|go|pass(?:es)?|progress(?:es)?)\s+(?:through )?from\s+((?:[\w-]+(?: [\w-]+)? to )+(?:[\w-]+(?: [\w-]+)?))(?=\s*(?:$|[.;,\n]))/i;

/** "jobs on a board from enquiry to done": where they begin and end. */
const ranged =
  /(?:^|\b(?:track|see|show|manage|move|the|our|my|all) )([a-z]+s)(?: (?:go|move))? (?:on|through|in|across|over|along) (?:an? |the |our )?(?:[a-z]+ )?(?:board|pipeline|funnel|workflow|process),? from ([a-z]+(?: [a-z]+)?) to ([a-z]+(?: [a-z]+)?)(?=\s*(?:$|[.;,\n]))/i;

/** "the board decides: accepted, rejected, later", "the team marks them as open or answered". */
const decided =
  /(?:^|[.;,\n]\s*)(?:(?:and|then|the|an?|our|each|my) )*(?:[a-z]+ ){1,3}(?:(?:decides?|chooses?)\s*:|(?:marks?|sets?) (?:it|them|each|these) (?:as|to)\b)\s*((?:[\w-]+(?: [\w-]+){0,2}\s*,\s*)*[\w-]+(?: [\w-]+){0,2}?(?:,?\s*(?:or|and|,)\s*)[\w-]+(?: [\w-]+){0,2})(?=\s*(?:$|[.;\n]))/i;

/** Takes such choices out of a sentence. */
export function takeStates(sentence: string): { rest: string; states: StatesSaid[] } {
  const states: StatesSaid[] = [];
  let rest = sentence;
  const take = (match: RegExpExecArray, state: StatesSaid, least = 3) => {
    if (state.options.some((option) => /\b(?:status|stage|state)\b/i.test(option))) return;
    if (state.options.length < least || state.options.some((option) => option.split(" ").length > 3)) return;
    states.push(state);
    rest = `${rest.slice(0, match.index)}${rest.slice(match.index + match[0].length)}`.trim();
  };
  const path = moved.exec(rest);
  if (path) take(path, { field: "stage", options: path[2]!.split(/ to /i), of: path[1]! });

  const range = ranged.exec(rest);
  if (range) {
    states.push({ field: "status", options: [range[2]!, range[3]!], of: range[1]!, isRange: true });
    rest = rest.replace(/ from [a-z]+(?: [a-z]+)? to [a-z]+(?: [a-z]+)?(?=\s*(?:$|[.;,\n]))/i, "");
  }
  const decision = decided.exec(rest);
  if (decision) take(decision, { field: "status", options: splitOptions(decision[1]!) }, 2);
  const own = named.exec(rest);
  if (own && !/[()]/.test(own[0]))
    take(own, {
      field: singular(own[1]!).toLowerCase(),
      options: splitOptions(own[3]!),
      ...(own[2] ? { of: own[2] } : {}),
    });
  const state = been.exec(rest);
  if (state && !/^(?:what|which|who|how|it|they|there|we|you|who|which|that|this)$/i.test(state[1]!))
    take(state, { field: "status", options: splitOptions(state[2]!), of: state[1]! });
  const from = origin.exec(rest);
  if (from)
    take(from, {
      field: "source",
      options: splitOptions(from[2]!.replaceAll(/\b(?:the|our|my|an?) /gi, "")),
      of: from[1]!,
    });
  return { rest, states };
}
/** "leads come from the website, facebook or referral". */
const origin =
  /(?:^|[.;\n]\s*)(?:the |our |all )*([a-z]+s) (?:can )?come (?:in )?(?:from|through|via|by) ((?:[\w -]+,\s*)+[\w -]+ or [\w -]+|[\w -]+, [\w -]+(?:, [\w -]+)+)(?=\s*(?:$|[.;\n]))/i;

/** Gives the choices to the tables that they are said of, else to what the app is about. */
export function placeStates(plan: Plan, states: StatesSaid[]): void {
  const central = centralOf(plan);
  for (const { field, options, of, isRange } of states) {
    const noun = of ? singular(of).toLowerCase() : undefined;
    const table =
      plan.tables.find((one) => noun !== undefined && (one.noun === noun || one.noun.endsWith(` ${noun}`))) ??
      (noun === undefined
        ? plan.tables.find(({ thing }) => thing !== undefined && thing.name === central?.name)
        : undefined) ??
      plan.tables[0];
    // One of its fields has these options already.
    if (!table || table.said.some((one) => options.every((option) => one.toLowerCase().includes(option.toLowerCase()))))
      continue;
    table.said = table.said.filter((one) => one.toLowerCase() !== field);
    table.said.push(`${field}: ${(isRange ? between(options, table) : options).join("/")}`);
  }
}

/** The usual states of a thing from the first that was said to the last. */
function between([first = "", last = ""]: string[], { thing }: PlannedTable): string[] {
  const usual =
    thing?.fields.find(({ spec }) => isState.test(spec.name) && spec.property.enum)?.spec.property.enum ?? [];
  const names = usual.map(String);
  const start = names.findIndex((name) => name.toLowerCase() === first.toLowerCase());
  const stop = names.findIndex((name) => name.toLowerCase() === last.toLowerCase());
  // A first state of another name takes the place of the usual first one, as the last does.
  return [first, ...names.slice(Math.max(start, 0) + 1, stop < 0 ? -1 : stop), last];
}
const isState = /^(?:status|state|stage|phase)$/;
