import "server-only";
import { isPlural } from "../../language/inflect";
import { isSentence } from "./notation";

const bullet = /^\s*(?:[-*•]|\d+[.)])\s+/;
/** A name, with its fields in brackets or without. */
const member = /^[^.;:!?()]{2,60}?(?:\s*\([^()]*\))?$/;
const isMember = (line: string): boolean => {
  const words = line.replace(/\s*\(.*$/, "").split(" ");
  // "managers approve requests".
  const isAct = words.length > 2 && isPlural(words[0]!) && !isPlural(words[1]!);
  return member.test(line) && words.length < 6 && !isAct && !isSentence(words.join(" "));
};

/** "HR portal – features:": what the list is of goes without saying. */
const listWord =
  / *(?:[-–—,:;.]|\bwith(?: the following)?) *(?:(?:main|key|core|required) )?(?:features|modules|functions|requirements) ?:$/i;

/**
 * A bulleted list of tables of which some have their fields in brackets, as one list with commas: what stands on the
 * other lines would be read as further fields. Lines that say more than a name become sentences behind it.
 */
export function plainBullets(text: string): string {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => bullet.test(line));
  if (first === -1) return text;
  const after = lines.findIndex((line, at) => at > first && !bullet.test(line));
  const end = after === -1 ? lines.length : after;
  const items = lines.slice(first, end).map((line) => line.replace(bullet, "").trim());
  const members = items.filter(isMember);
  const spelled = members.filter((item) => item.endsWith(")"));
  if (spelled.length < 2 || spelled.length === items.length) return text;
  const heading = lines
    .slice(0, first)
    .join("\n")
    .trimEnd()
    .replace(listWord, "")
    .replace(/[.:]?$/, ": ");
  const sentences = items.filter((item) => !members.includes(item)).map((item) => item.replace(/[.]?$/, "."));
  return [`${first === 0 ? "" : heading}${members.join(", ")}.`, ...sentences, ...lines.slice(end)].join("\n");
}
