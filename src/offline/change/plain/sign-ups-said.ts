import "server-only";
import { isDealing } from "../../model/columns";
import { type Draft, oneOf } from "../../draft/draft";
import { isPersonTable } from "../../lexicon/known";
import { tableIn } from "./told-of-tables";

const joins =
  /^(?:let |allow |make it possible (?:that|for) )?(?:all |the |our )?([\p{L} -]+?)(?: (?:can|may|could|should|must|want to|need to|to|should be able to|are able to|are allowed to|themselves))* (sign up|register|enrol|enroll|apply)(?: themselves)? (?:for|in|to|on) (?:the |our |a |an |any |each )?([\p{L} -]+?)(?: themselves)?$/iu;
const rowsOf: Record<string, string> = {
  "sign up": "registrations",
  register: "registrations",
  enrol: "enrolments",
  enroll: "enrolments",
  apply: "applications",
};

/** "let volunteers sign up for shifts": who is in which one, where the app keeps both and nothing between them yet. */
export function signUpsSaid(text: string, { model }: Draft): string {
  const [, people = "", verb = "", things = ""] = joins.exec(text) ?? [];
  const [who, what] = people === "" ? [] : [tableIn(people, model), tableIn(things, model)];
  if (!who || !what || who === what || !isPersonTable(who)) return text;
  const isBetween = model.entities.some(
    (one) =>
      one !== who &&
      isDealing(one) &&
      Object.values(one.properties).some((value) => value["x-reference"] === what.name),
  );
  return isBetween
    ? text
    : `add a table of ${rowsOf[verb.toLowerCase()]!} with ${oneOf(what)}, ${oneOf(who)} and signed up on`;
}
