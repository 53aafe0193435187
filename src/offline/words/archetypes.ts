import "server-only";
import { type ArchetypeLine, archetypeLines } from "./archetype-table";
import type { FieldSpec } from "../model/field-kinds";
import { parseField } from "./parse-field";
import { splitOutside } from "../language/normalize";
import { singular, wordsOf } from "../language/inflect";

export type Archetype = {
  noun: string;
  names: string[];
  icon: string;
  fields: { spec: FieldSpec; relates?: string }[];
};

function parseLine({ noun, others, icon, fields }: ArchetypeLine): Archetype {
  const specs = splitOutside(fields, /^,\s*/).map((phrase) => {
    const relates = /\(-> (.+)\)/.exec(phrase)?.[1];
    const spec = parseField(phrase)!;
    return relates ? { spec, relates } : { spec };
  });
  return { noun, names: [noun, ...others], icon, fields: specs };
}

let parsed: { all: Archetype[]; byName: Map<string, Archetype> } | undefined;

/** Parsed when first asked for: the domain data that its fields need is not read while the server starts. */
function table() {
  if (parsed) return parsed;
  const all = archetypeLines.map(parseLine);
  const byName = new Map(all.map((archetype) => [singular(archetype.noun), archetype]));
  for (const archetype of all)
    for (const name of archetype.names) if (!byName.has(singular(name))) byName.set(singular(name), archetype);
  return (parsed = { all, byName });
}

export const archetypes = (): readonly Archetype[] => table().all;

/** The archetype of a noun in any number: "sales leads" matches by its last words. */
export function archetypeOf(noun: string): Archetype | undefined {
  const words = wordsOf(singular(noun));
  for (let from = 0; from < words.length; from++) {
    const found = table().byName.get(words.slice(from).join(" "));
    if (found) return found;
  }
  return undefined;
}

/** True only for the whole noun: "phone book" is no book. */
export const isArchetype = (noun: string) => table().byName.has(singular(noun));

/** What an app of a kind consists of, when the person names no tables. First match counts. */
export const appKinds: [RegExp, string[]][] = [
  [/\bcrm\b|customer relationship|sales pipeline|lead management|sales tracker/i, ["contact", "company", "deal"]],
  [
    /help ?desk|support (?:desk|system|portal|app)|ticketing|customer support|issue tracker|bug tracker/i,
    ["customer", "ticket"],
  ],
  [/applicant tracking|\bats\b|recruit|hiring/i, ["job", "candidate"]],
  [/\bhr\b|human resources|employee (?:management|directory)/i, ["department", "employee", "leave request"]],
  [/project (?:management|tracker|manager|planner)|trello|asana|jira|kanban/i, ["project", "task"]],
  [/to-?\s?do|task (?:manager|tracker|list|management)|checklist/i, ["task"]],
  [/inventory|stock (?:management|tracker|control)|warehouse/i, ["product", "supplier", "order"]],
  [
    /e-?commerce|online (?:store|shop)|web ?shop|storefront|shopping (?:site|website|app)/i,
    ["product", "customer", "order"],
  ],
  [/invoic|billing/i, ["customer", "invoice"]],
  [/expense|spending|personal finance|money (?:manager|tracker)|budget/i, ["expense", "budget"]],
  [/blog|news (?:site|website|app)|cms|content management|magazine/i, ["post", "category", "comment"]],
  [/library/i, ["book", "member", "loan"]],
  [/reading (?:list|tracker|log)|book (?:tracker|collection|club)/i, ["book"]],
  [/movie|film|watch ?list/i, ["movie"]],
  [/recipe|cook/i, ["recipe"]],
  [/restaurant|cafe|food (?:ordering|delivery)/i, ["menu item", "order", "customer"]],
  [/wait(?:ing)? ?list|newsletter|early access|pre-?launch/i, ["signup"]],
  [/pet (?:clinic|shop|care|sitting)|vet(?:erinary)?\b/i, ["pet", "appointment"]],
  [/clinic|medical|hospital|patient|dental|health ?care/i, ["patient", "doctor", "appointment"]],
  [/school|classroom|university|student|learning|e-?learning|\blms\b/i, ["student", "course", "teacher"]],
  [/gym|fitness|workout|training log/i, ["workout", "goal"]],
  [/habit/i, ["habit"]],
  [/hotel|room booking|hostel/i, ["room", "guest", "reservation"]],
  [/salon|barber|spa\b|appointment|booking|reservation|scheduling/i, ["customer", "service", "appointment"]],
  [/event|conference|meetup|wedding/i, ["event", "attendee"]],
  [/(?:car|bike|bicycle|boat|scooter|van) rental/i, ["vehicle", "customer", "rental"]],
  [/vacation|holiday request|time ?off|leave (?:request|management)|absence/i, ["employee", "leave request"]],
  [/real estate|propert(?:y|ies)|housing|rental/i, ["property", "agent", "viewing"]],
  [/fleet|vehicle|car rental/i, ["vehicle", "driver", "trip"]],
  [/travel|trip/i, ["trip", "expense"]],
  [/logistics|shipping|delivery/i, ["order", "shipment"]],
  [/job board|job portal/i, ["company", "job", "candidate"]],
  [/non-?profit|charity|donat/i, ["campaign", "donation", "volunteer"]],
  [/survey|poll|quiz/i, ["survey", "question"]],
  [/feedback|review|testimonial/i, ["review"]],
  [/time ?(?:tracking|tracker|sheets?)/i, ["project", "time entry"]],
  [/notes?\b|journal|diary|notebook/i, ["note"]],
  [/marketing|campaign/i, ["campaign", "lead"]],
  [/social (?:network|media)|forum|community/i, ["member", "post", "comment"]],
  [/portfolio/i, ["project", "message"]],
  [/\bpets?\b|animal/i, ["pet", "appointment"]],
  [/garden|plant/i, ["plant", "task"]],
  [/music|playlist/i, ["song"]],
  [/bookmark|link/i, ["bookmark"]],
  [/goal|okr/i, ["goal"]],
  [/asset|equipment/i, ["equipment", "employee"]],
  [/yoga|pilates|danc(?:e|ing) (?:school|studio|classes)|martial arts|sports club/i, ["member", "course", "booking"]],
  [
    /(?:car|auto|bike|bicycle|repair) ?(?:repair|work)?shop|garage|mechanic|workshop/i,
    ["customer", "vehicle", "order"],
  ],
  [/bakery|butcher|florist|flower shop|coffee shop/i, ["product", "order", "customer"]],
  [
    /photograph|consult(?:ing|ant)|freelanc|agency|law firm|lawyer|accountant|architect/i,
    ["project", "customer", "invoice"],
  ],
  [/cleaning|gardening|landscap|plumb|electrician|handyman|painter/i, ["customer", "appointment", "invoice"]],
  [/church|club\b|association|society/i, ["member", "event", "payment"]],
  [/construction|builder|contractor/i, ["project", "task", "employee"]],
  [/tutor|driving school|music school|kindergarten|day ?care/i, ["student", "teacher", "appointment"]],
];
