import "server-only";
import { listed, singular } from "../../../inflect";
import { relate } from "../../compose";
import { oneOf, type Reader } from "../../draft";
import { findEntity } from "../../resolve";
import { addKnown, noun, relateNouns } from "./tables";

const acts: Record<string, string> = {
  book: "booking",
  borrow: "loan",
  rent: "rental",
  reserve: "reservation",
  order: "order",
  buy: "order",
  purchase: "order",
  attend: "registration",
  join: "registration",
  "register for": "registration",
  "sign up for": "registration",
  "enroll in": "enrollment",
  "apply for": "application",
  "apply to": "application",
  "donate to": "donation",
  review: "review",
  rate: "review",
};
const act = new RegExp(
  `^(?:the |all |our |each |every )?(${noun})\\s+(?:can |should be able to |may |must |will )?(?:also )?(${Object.keys(acts).join("|")})s?\\s+(?:an? |the |one or more |multiple |many |several )?(${noun})$`,
  "i",
);

/** "members can borrow books": the act is a table of its own, which points to both. */
export const readAct: Reader = (clause, draft) => {
  const match = act.exec(clause);
  if (!match) return false;
  const isPeople = /^(?:users?|people|visitors?|anyone|everyone|they|we|i)$/i.test(match[1]!);
  const who = isPeople ? undefined : findEntity(draft.model, match[1]!);
  const what = findEntity(draft.model, match[3]!);
  if (what.kind !== "one" || (who && who.kind === "many")) return false;
  const said = acts[match[2]!.toLowerCase()]!;
  const existing = findEntity(draft.model, said);
  const link = existing.kind === "one" ? existing.value : addKnown(draft, said);
  const fields = [relate(link, what.value), ...(isPeople ? [] : [relateNouns(draft, link, match[1]!)])];
  draft.touched = link.name;
  if (fields.some((field) => field !== null) && existing.kind === "one")
    draft.done.push(
      `Each ${oneOf(link)} now belongs to ${listed([isPeople ? "" : `a ${singular(match[1]!)}`, `a ${oneOf(what.value)}`].filter(Boolean))}.`,
    );
  return true;
};
