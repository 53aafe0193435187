import "server-only";
import { plural, singular } from "../language/inflect";
import { isPersonTable } from "../lexicon/known";
import type { Entity } from "../model/app-model";
import { isLeft } from "../model/columns";
import { customerWords } from "../words/customers";
import { type Draft, manyOf } from "../draft/draft";
import { isOfCustomers } from "../draft/mine";
import { isReported, keepOwn } from "../draft/own-rows";
import { findEntity } from "../draft/resolve";
import { isReadByAll, isReadByStrangers, testsOf, writeRights } from "../draft/rights";
import type { Rule } from "../request/meaning/clause";

// What customers see of one another: "patients see only their own appointments", "guests must not see the bookings of other guests".

type Patterns = { own: RegExp; made: RegExp; others: RegExp; each: RegExp; people: RegExp; takers: RegExp };
let built: Patterns | undefined;

function patterns(): Patterns {
  if (built) return built;
  const { people, anybody } = customerWords();
  const names = [...people, ...anybody].flatMap((one) => [plural(one), one]);
  const who = names.sort((left, right) => right.length - left.length).join("|");
  const start = `^(?:make sure (?:that )?|i want (?:that )?|let )?(only )?(?:(?:the|our|my|all|each|every|an?|other) )*(?:[a-z]+ )?(${who})`;
  const may = "(?: (?:can|could|should|may|must|shall|will|to|be|is|are|able|allowed))*";
  const not =
    "(?:can't|cannot|can not|couldn't|could not|shouldn't|should not|mustn't|must not|may not|shall not|don't|do not|are not|aren't|is not|never)(?: (?:be )?(?:able|allowed) to)?";
  const sees = "(?:see|sees|view|views|access|read|reads|look at)";
  const their = "(?:their|his or her|his|her|its)";
  const notSeeing = `${start} ${not} ${sees}`;
  built = {
    own: new RegExp(`${start}${may}( only| just)?${may} ${sees} (only |just )?(?:${their} own|theirs?) ?(.*)$`, "i"),
    made: new RegExp(
      `${start}${may}( only| just)?${may} ${sees} (only |just )?(?:the |those )?([a-z ]+?) (?:that |which )?(?:they|he|she)(?: have| has)?(?: themselves)? (?:made|booked|ordered|placed|sent|submitted|reported|entered|added|created|requested|reserved|wrote|uploaded)(?: themselves)?$`,
      "i",
    ),
    others: new RegExp(
      `${notSeeing} (?:the |any )?([a-z ]+?) (?:of|from|by|that belong to) (?:the )?(?:others?|each other|other [a-z]+|another [a-z]+|someone else|somebody else|anyone else)$`,
      "i",
    ),
    each: new RegExp(
      `${notSeeing} (?:the )?(?:each other's|one another's|others'?|other [a-z]+'s?|other [a-z]+s'|someone else's|somebody else's|anyone else's) ([a-z ]+)$`,
      "i",
    ),
    people: new RegExp(
      `${notSeeing} (?:each other|one another|(?:any |the )?other (${who})|who else is [a-z ]+)$`,
      "i",
    ),
    takers: new RegExp(
      `${start}${may}(?: also)? ${sees} who (?:else )?(?:has |have )?(?:booked|ordered|reserved|borrowed|registered|signed up|applied|comes|is coming)\\b`,
      "i",
    ),
  };
  return built;
}

/** The tables that words name, each of "orders and invoices"; null where one is none of the app's. */
function tablesIn(said: string, { model }: Draft): Entity[] | null {
  const names = said
    .replace(/\s+(?:and nothing else|and no others?|only|here|in the app|please)$/i, "")
    .split(/\s*,\s*|\s+and\s+/);
  const found = names.map((name) => findEntity(model, name.replace(/^(?:the|their|own) /i, "")));
  const tables = found.flatMap((one) => (one.kind === "one" ? [one.value] : []));
  return tables.length === found.length && tables.length > 0 ? tables : null;
}

/** The table that customers are rows of: "patients". */
const tableOf = (who: string, { model }: Draft): Entity | undefined => {
  const found = findEntity(model, singular(who));
  return found.kind === "one" && isPersonTable(found.value) ? found.value : undefined;
};

/** Where who they are is still for all to see, which is not what was asked. */
function tellOfPeople({ model, assumed }: Draft): void {
  for (const entity of model.entities.filter((one) => isOfCustomers(one) && isReadByAll(testsOf(one).read)))
    assumed.push(
      `Whoever is signed in still sees ${manyOf(entity)}; say “only admins can see ${manyOf(entity)}” if they should not.`,
    );
}

const isOfTeam = (who: string): boolean => {
  const { anybody } = customerWords();
  return singular(who) === "member" || anybody.has(singular(who));
};

/** Members may be a team, with tasks of their own: they are customers where rows are such as these leave. */
function keep(draft: Draft, who: string, tables: Entity[] | null, isMade = false): boolean {
  const isLeftHere = (entity: Entity) => isLeft(draft.model, entity);
  if (!tables || tables.some(isPersonTable)) return false;
  if (isOfTeam(who.toLowerCase()) && !tables.every(isLeftHere)) return false;
  for (const entity of tables) keepOwn(draft, entity, isMade || isLeftHere(entity) || isReported(entity));
  tellOfPeople(draft);
  return true;
}

export const readCustomers: Rule = ({ text, draft }) => {
  const { own, made, others, each, people, takers } = patterns();
  const said = text.replace(/[.!]+$/, "").trim();
  const limited = own.exec(said) ?? made.exec(said);
  if (limited) {
    const [, first, who = "", before, after, things = ""] = limited;
    // "customers see their own orders" limits nobody.
    const isOnly = (first ?? before ?? after) !== undefined;
    return isOnly && keep(draft, who, tablesIn(things, draft), made.test(said));
  }
  const denied = others.exec(said) ?? each.exec(said);
  if (denied) {
    const [, , who = "", things = ""] = denied;
    return keep(draft, who, tablesIn(things, draft));
  }
  const [, , seers = ""] = people.exec(said) ?? [];
  const seen = seers && tableOf(seers, draft);
  if (seen) {
    draft.touched = seen.name;
    draft.model.members = "customers";
    writeRights(seen, { read: "admin", write: "admin" }, {});
    return true;
  }
  if (!takers.test(said)) return false;
  // "members see who booked what": the bookings, and no list of people.
  const dealings = draft.model.entities.filter(
    (one) => isLeft(draft.model, one) && !isReadByStrangers(testsOf(one).read),
  );
  if (dealings.length !== 1) return false;
  const [dealing] = dealings as [Entity];
  draft.touched = dealing.name;
  const tests = testsOf(dealing);
  writeRights(
    dealing,
    { read: "all", write: "creator" },
    { create: tests.create, update: tests.update, delete: tests.delete },
  );
  return true;
};
