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

/** "rowed" → "row"; any other word as it is. */
export const infinitiveOf = remember((verb) => {
  if (!verb.endsWith("ed")) return verb;
  const forms = (nlp(`they ${verb}`).verbs().conjugate() as { Infinitive?: string }[])[0];
  return forms?.Infinitive ?? verb;
});
