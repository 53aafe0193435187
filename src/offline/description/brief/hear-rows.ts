import "server-only";
import { singular } from "../../language/inflect";
import { knownAs, namesThing } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { briefs } from "../../words/briefs";
import { aboutOf, criteriaOf, fieldWishes, isView } from "./criteria";
import { type Details, withoutDetails } from "./details";
import { type Deed, endsIn, type Heard, isDealt } from "./heard";
import { hasField, keptIn } from "./kept-rows";

const isLooking = (verb: string): boolean => briefs().finding.has(verb) || briefs().showing.has(verb);
const isStars = /^(?:reviews?|ratings?)$/i;

/** Rows that a deed names: its `own`, with those that belong to them `all`, and those `found` that its fields are of. */
type Told = { own: string[]; all: string[]; found: string | undefined };

function rowsTold({ verb }: Deed, details: Details, heard: Heard): Told {
  const isJoined = briefs().joining.has(verb);
  const named = isJoined ? details.object.replace(/ (?:to|with) /g, " and ") : details.object;
  const own = keptIn(named, isLooking(verb));
  // "set a funding goal": of what was told before.
  const isSetting = verb === "set" && own.length > 0 && !own.some(namesThing);
  if (isSetting) details.fields.push(...own.splice(0).map(singular));
  const all = [...own, ...details.rows.flatMap((noun) => keptIn(noun, false))];
  const first = own[0] ?? all[0];
  // "partners" of "conversation partners".
  const found =
    first === undefined
      ? aboutOf(heard, details.object)
      : (heard.rows.findLast((one) => one.endsWith(` ${first}`)) ?? first);
  return { own, all, found };
}

/** Works what is told of rows into requests: what they are looked for by, their stars, their fields. */
function hearDetails({ verb, isDeed }: Deed, details: Details, { own, found }: Told, heard: Heard): void {
  if (isLooking(verb) && found && !isView.test(found)) heard.wishes.push(...criteriaOf(details.object, found, heard));
  // "tutors with reviews".
  if (found && details.fields.some((noun) => isStars.test(noun))) {
    heard.statements.push(`users can review ${found}`);
    details.fields = details.fields.filter((noun) => !isStars.test(noun));
  }
  const untold = details.fields
    .filter((noun) => !briefs().pictured.has(noun.toLowerCase()))
    .filter((noun) => !found || !hasField(found, noun, heard.among));
  heard.untold += untold.length + (details.left ? 2 : 0);
  const told = details.fields.filter((noun) => !namesThing(noun) || isAttribute(noun));
  heard.details += told.length + (details.left ? 2 : 0);
  if (found && (own.length > 0 || !isDeed)) heard.wishes.push(...fieldWishes(found, details.fields, heard));
}

/** "lend and return books": what ends a loan. */
const isReturning = ({ verb }: Deed, { statements, rows }: Heard): boolean =>
  verb === "return" &&
  (statements.some((one) => / can (?:lend|borrow|rent|loan|check out) /.test(one)) ||
    rows.some((one) => /^(?:loans|rentals)$/.test(one)));

/** "leave a review", "vote": nothing that somebody keeps a list of. */
function isSaying(said: string): boolean {
  const { saying, leaving, voices } = briefs();
  const [verb = "", ...object] = said.split(/[^\w-]+/);
  if (saying.has(verb)) return true;
  const left = /^(?:an?|their)$/.test(object[0] ?? "") ? object[1] : object[0];
  return leaving.has(verb) && voices.has(left ?? "");
}

/** What a deed is done to as rows, with what is told of them, or as what somebody does. */
export function hearRows(deed: Deed, heard: Heard): void {
  const { verb, isDeed, who } = deed;
  const details = withoutDetails(deed.object, briefs().joining.has(verb), heard.among);
  const { object } = details;
  if (details.left) heard.left.push(details.left);
  const told = rowsTold(deed, details, heard);
  hearDetails(deed, details, told, heard);
  if (isReturning(deed, heard)) return;
  const last = told.own.at(-1) ?? "";
  const kind = knownAs(singular(last))?.kind ?? "";
  // "enrolling students": who they are.
  const isEnrolled = briefs().enrolling.has(verb) && kind === "person";
  const isSeen = verb === "review" && /^(?:record|person|document)$/.test(kind);
  const isDiscussed = verb === "discuss" && told.all.some(namesThing);
  const isKept = (!isDeed && !isDiscussed) || isDealt(last) || isSeen || isEnrolled;
  const said = `${verb} ${object}`.trim();
  const doer = isSaying(said) ? "users" : who;
  // "subscribe to the newsletter": there are no rows of what is sent.
  const isOfMail = verb.startsWith("subscribe") && endsIn(briefs().mailed, said);
  const done = isOfMail ? "subscribe" : verb === "discuss" ? `comment on ${object}`.trim() : said;
  const statement = `${doer} can ${done}`;
  if (isKept) heard.rows.push(...told.all);
  else heard.statements.push(statement);
  // Who may see what is decided by what people do, and no list of functions says who.
  if (isLooking(verb)) heard.deeds.push(`${who} can view ${object}`);
  else if (isDeed && !isEnrolled && !briefs().giving.has(verb.split(" ")[0]!)) heard.deeds.push(statement);
}
