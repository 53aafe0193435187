import "server-only";

/** Neither a promise: "not anonymous", "anonymous visitors can see …", "Alcoholics Anonymous". */
const denied =
  /\b(?:not|non|never|isn't|aren't|no) (?:be )?anonymous|\banonymous(?:ly)? (?:users?|visitors?|people|guests?|access|visits?|browsing)\b|\b(?:alcoholics|narcotics|gamblers|debtors|overeaters|co-?dependents) anonymous\b/i;
/** "answers stay anonymous", "to give anonymous feedback": said of what people give, and nothing more. */
const toldOf =
  /,? (?:(?:and|but|so|so that|where) )?(?:(?:all|the|their) )?(?:answers|responses|replies|votes|submissions|reports|everything|feedback|it|they) (?:is|are|stays?|remains?|(?:should|must|has to|have to) be) (?:kept )?(?:fully |completely )?anonymous\b|,? to (?:give|leave|share) anonymous (?:feedback|answers|opinions)\b/gi;
const wanted = /\b(?:(?:fully|completely) )?anonym(?:ous|ously|i[sz]ed)\b/i;
const word = new RegExp(`,? ?${wanted.source}`, "gi");

/** A first message without the promise that nobody learns who gave an answer, and whether it made one. */
export function withoutAnonymity(text: string): { rest: string; isAnonymous: boolean } {
  if (denied.test(text) || !wanted.test(text)) return { rest: text, isAnonymous: false };
  return { rest: text.replaceAll(toldOf, "").replaceAll(word, "").trim(), isAnonymous: true };
}
