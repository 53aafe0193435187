import "server-only";
import nlp from "compromise";
import { remember } from "./remember";

/** Whose past participle is no past tense, in every form that compromise takes for one: "ran". */
const own: Record<string, string> = {
  ran: "run",
  run: "run",
  runs: "run",
  came: "come",
  come: "come",
  comes: "come",
  drew: "drawn",
};

/** The past participle of a verb in any of its forms: "took" → "taken", "washes" → "washed", "written" → "written". */
export const participleOf = remember((verb) => {
  const known = own[verb];
  if (known) return known;
  if (/(?:ed|en)$/.test(verb)) return verb;
  const forms = (nlp(`they ${verb}`).verbs().conjugate() as { PastTense?: string; Participle?: string }[])[0];
  return forms?.Participle ?? forms?.PastTense ?? `${verb.replace(/(?<=sh|ch|ss|x)es$|s$/, "").replace(/e$/, "")}ed`;
});

/** The base form of a verb in the third person: "washes" → "wash", "carries" → "carry". */
export const baseForm = (verb: string): string =>
  verb
    .replace(/ies$/, "y")
    .replace(/(?<=sh|ch|ss|x|o)es$/, "")
    .replace(/(?<=[^s])s$/, "");

/** The infinitive of a regular verb in the past tense or in the third person: "rowed" → "row", "Leads" → "lead". */
export const infinitiveOf = remember((typed) => {
  const verb = typed.toLowerCase();
  if (!verb.endsWith("ed")) return baseForm(verb);
  const forms = (nlp(`they ${verb}`).verbs().conjugate() as { Infinitive?: string }[])[0];
  return baseForm(forms?.Infinitive ?? verb);
});
