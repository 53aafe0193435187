import "server-only";
import { loadWords } from "../../../words/load";
import { endsAs } from "../../../words/happenings";
import { singular, sentence } from "../../../language/inflect";
import { knownAs, quietAs } from "../../../lexicon/known";
import { isDeed } from "../../../description/plan/happenings";
import { isPersonLike } from "../../../lexicon/nouns";

/**
 * What rows of a sort are as good as never of: an invoice is a member's, and no member an invoice's. Of the links of
 * tests/offline/learn between these sorts at least nine in ten point the other way.
 */
const never: Record<string, readonly string[]> = {
  person: ["money", "document", "message", "event", "deed"],
  place: ["item", "event", "record", "money", "message", "deed"],
  item: ["money", "message", "deed"],
  event: ["money"],
};
const thingOf = (name: string) => knownAs(name) ?? quietAs(name.toLowerCase());

/** What sort of rows go by a name; its last word tells where the name is none of a thing. */
function sortOf(name: string): string {
  const noun = name.toLowerCase();
  const thing = thingOf(name) ?? thingOf(noun.split(" ").at(-1)!);
  return thing ? thing.kind : isPersonLike(noun) ? "person" : isDeed(noun) ? "deed" : "?";
}

const belongsTo = (child: string, parent: string): boolean => {
  const { belongs } = loadWords();
  const parents = [sentence(child), thingOf(child)?.name ?? ""].flatMap((name) => belongs.get(name) ?? []);
  return [sentence(singular(parent)), thingOf(parent)?.name].some((name) => parents.includes(name ?? ""));
};

/** Whether a link that was read from one table to another is to be turned: "members -> invoices". */
export function isTurned(child: string, parent: string): boolean {
  const [one, other] = [child.toLowerCase(), parent.toLowerCase()];
  if (belongsTo(child, parent)) return false;
  if (belongsTo(parent, child) && !endsAs("gathers", one)) return true;
  if (endsAs("sorts", one) && !endsAs("sorts", other)) return true;
  if ((["joins", "holds", "attended"] as const).some((sort) => endsAs(sort, other))) return false;
  return never[sortOf(child)]?.includes(sortOf(parent)) ?? false;
}
