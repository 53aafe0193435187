import "server-only";
import { namesThing } from "../../lexicon/known";
import { keep, type Kept, link, type Told } from "./kept";
import { isField, isPersonNoun } from "./nouns";
import { type Done, doneTo } from "./object";
import { type Doing, spoken, tell } from "./rows";

/** "create a profile with their city", "tutor profiles", "employee files": of those who have one. */
export function profileOf(told: Told, { who }: Doing, done: Done): Kept | undefined {
  const [, of] = /^(?:(.+) )?(?:profiles?|files|records|accounts?)$/.exec(done.phrases[0]?.head ?? "") ?? [];
  const isProfile = /(?:^| )profiles?$/.test(done.phrases[0]?.head ?? "");
  if (!isProfile && !(of && isPersonNoun(of))) return undefined;
  const own = who && !/^(?:user|visitor|member|guest|people|person)$/.test(who) ? who : undefined;
  const noun = of ?? own ?? (done.told.length > 0 ? "profile" : undefined);
  if (!noun) return undefined;
  const table = keep(told, noun, { isPerson: true });
  tell(told, table, done.told);
  return table;
}

/** "give an application points and a comment": fields of the row. */
export function tellGiven(told: Told, object: string): Kept | undefined {
  const [, noun = "", rest] =
    /^(?:an?|the|each|every) ([a-z-]+) (?!and |or |of |for |on |to |with |by |in |at |as )(.+)$/i.exec(object) ?? [];
  const table = rest ? told.tables.find((one) => one.noun === noun) : undefined;
  if (!table || !rest) return undefined;
  const { phrases } = doneTo(rest);
  if (phrases.some(({ head }) => !isField(head) && namesThing(head))) return undefined;
  tell(
    told,
    table,
    phrases.map(({ head }) => head),
  );
  return table;
}

/** "play a quiz and see their result": what is kept of whoever took part. */
export function resultOf(told: Told, { verb, object }: Doing): Kept | undefined {
  const [, own] = /^(?:their|his|her|its) (?:own )?(results?|scores?|points)\b/i.exec(object) ?? [];
  if (
    !own ||
    !/^(?:see|view|check)$/.test(verb) ||
    !told.topic ||
    told.tables.some(({ noun }) => /result|score/.test(noun))
  )
    return undefined;
  const about = told.topic;
  const table = keep(told, /^result/i.test(own) ? "result" : "score", { isDeed: true });
  link(table, about);
  return table;
}

/** "give points for content and style with a remark": a judgement. */
export function pointsIn(told: Told, object: string): Kept | undefined {
  if (!/^(?:points|marks|scores)\b/i.test(object)) return undefined;
  const done = doneTo(object);
  const table = keep(told, "score", { isDeed: true });
  link(table, told.tables.find(({ isPerson }) => isPerson) ?? spoken(told));
  tell(told, table, [
    "points",
    ...done.phrases
      .flatMap(({ head, of }) => [head, ...of.filter(({ word }) => word === "for").map(({ noun }) => noun)])
      .filter((one) => !/^(?:points|marks|scores)$/.test(one)),
    ...done.told,
  ]);
  return table;
}
