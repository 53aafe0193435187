import "server-only";

/** "Dear Sir or Madam," and "Hello everybody!" in front. */
const salutation =
  /^\s*(?:dear|sehr geehrte[rs]?|liebe[rs]?|guten (?:tag|morgen|abend)|good (?:morning|afternoon|evening|day))\b[^,.!:;\n]{0,60}[,.!:;\n]\s*/i;
/** "Kind regards, Petra" behind, with the name and the place below it. */
const closing =
  /(?<=[.!?,;\n]\s*)(?:(?:with )?(?:kind(?:est)?|best|warm(?:est)?|many) (?:regards|wishes|greetings)|regards|yours (?:sincerely|faithfully|truly)|sincerely(?: yours)?|(?:mit )?(?:freundlichen|besten|lieben|vielen|herzlichen) gr(?:ü|ue)(?:ß|ss)en|(?:viele|liebe|beste|freundliche) gr(?:ü|ue)(?:ß|ss)e|mfg)\b[^:;]{0,80}$/i;

/** A message without what makes a letter of it: nothing there asks for anything. */
export const withoutLetter = (text: string): string => text.replace(salutation, "").replace(closing, "").trimEnd();
