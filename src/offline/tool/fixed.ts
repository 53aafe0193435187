import { type KindField, type ToolKind } from "@/offline/words/tool-kinds";
import { counts } from "@/offline/words/counts";
import { likeness, nameWords } from "./items";
import { isNeutral } from "./kind";

const count = `(\\d{1,4}|${Object.keys(counts).join("|")})`;
const counted = new RegExp(`\\b${count}[\\s-]+(\\p{L}+)`, "giu");
const family = new RegExp(`\\b(?:family|group|party|team) of ${count}\\b`, "i");

const valueOf = (said: string) => counts[said.toLowerCase()] ?? Number(said);

/** What the head of a sentence counts: "a 7 day workout plan", "meals for a family of four". */
function countsIn(head: string): { value: number; unit: string }[] {
  const people = family.exec(head)?.[1];
  return [
    ...[...head.matchAll(counted)].map(([, value = "", unit = ""]) => ({ value: valueOf(value), unit })),
    ...(people === undefined ? [] : [{ value: valueOf(people), unit: "people" }]),
  ];
}

/**
 * The value that a head gives a field of its kind once and for all: an option that it names ("an apology email"), or a
 * number of what the field counts. Undefined where visitors are to say it.
 */
export function fixedValue(kind: ToolKind, field: KindField, head: string): string | number | undefined {
  const kinds = new Set(nameWords(`${kind.name} ${kind.phrases.join(" ").replaceAll("+", " ")}`));
  if (field.type === "select") {
    const said = new Set(nameWords(head));
    const named = (field.optionsConfig ?? []).filter(({ label }) => {
      const words = nameWords(label);
      return (
        words.length > 0 &&
        words.every((word) => said.has(word)) &&
        !words.every((word) => kinds.has(word) || isNeutral(word))
      );
    });
    return named.length === 1 ? named[0]!.label : undefined;
  }
  if (field.type !== "number") return undefined;
  return countsIn(head).find(
    ({ value, unit }) =>
      likeness(field.name, unit) > 0 && value >= (field.min ?? -Infinity) && value <= (field.max ?? Infinity),
  )?.value;
}
