import "server-only";

/** "Dear Sir or Madam," and "Good morning all!" in front. "Good morning bakery" is a name. */
const salutation =
  /^\s*(?:(?:dear|sehr geehrte[rs]?|liebe[rs]?)(?: [\w.&'-]+){1,5}|(?:good (?:morning|afternoon|evening|day)|guten (?:tag|morgen|abend))(?: (?:all|everyone|everybody|team|sir|madam|there|zusammen))?)\s*[,!\n]\s*/i;
const words =
  "(?:(?:with )?(?:kind(?:est)?|best|warm(?:est)?|many) (?:regards|wishes|greetings)|regards|yours (?:sincerely|faithfully|truly)|sincerely(?: yours)?|(?:mit )?(?:freundlichen|besten|lieben|vielen|herzlichen) gr(?:ü|ue)(?:ß|ss)en|(?:viele|liebe|beste|freundliche) gr(?:ü|ue)(?:ß|ss)e|mfg)";
/** "Kind regards, Petra" behind, with the name and the place below it. In a list of fields it stands behind a comma. */
const closing = new RegExp(`(?:(?<=[.!?\\n]\\s{0,4})${words}\\b[^:;]{0,80}|(?<=, ?)kind regards\\b[^,:;]{0,30})$`, "i");

/** A message without what makes a letter of it: nothing there asks for anything. */
export const withoutLetter = (text: string): string => text.replace(salutation, "").replace(closing, "").trimEnd();
