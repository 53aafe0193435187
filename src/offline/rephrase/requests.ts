import "server-only";
import { singular } from "../language/inflect";

const who =
  "staff|employees|teachers|members|volunteers|students|tenants|residents|colleagues|users|drivers|nurses|workers|parents|departments|teams|they|i|we|people|everyone|patients|customers|clients";
const what = "((?:[a-z]+ )?(?:[a-z]+s|equipment|material|maintenance|furniture|software))";
/** "staff request supplies", "teachers can ask for new books". */
const asked = new RegExp(
  `\\b(${who}) (can |could |should |must |may |to )?(?:request|ask for) (?:(?:new|more|some|the|additional) )*${what}(?=$|[,.;]| (?:and|or|from|for|which|when|before|online)\\b)`,
  "gi",
);
/** "a tool to request supplies". */
const toAsk = new RegExp(
  `^((?:[\\w'-]+ ){1,8}?)to request (?:(?:new|more|some|the|additional) )*${what}(?=$|[,.;]| (?:and|or|from|which|when|before|online)\\b)`,
  "i",
);

/** "expense reports: employees submit, managers approve, finance pays": steps of one row. */
const steps =
  /:\s*([a-z]+) (?:submit|send|enter)s?,? (?:and )?(?:[a-z]+ ){1,3}approves?(,? (?:and )?(?:[a-z]+ ){1,2}pays?)?(?=[.;]|$)/i;

/** A first message that tells what is asked for, with the requests as rows: "staff submit supply requests". */
export const plainRequests = (text: string): string =>
  text
    .replaceAll(
      asked,
      (_, one: string, may: string | undefined, rows: string) =>
        `${one} ${may ?? ""}submit ${singular(rows.toLowerCase())} requests`,
    )
    .replace(
      steps,
      (_, who: string, isPaid: string | undefined) =>
        ` with ${singular(who.toLowerCase())} and status (submitted/approved/rejected${isPaid ? "/paid" : ""})`,
    )
    .replace(toAsk, (_, before: string, rows: string) => `${before}for ${singular(rows.toLowerCase())} requests`);
