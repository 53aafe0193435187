import "server-only";
import { colorsIn } from "../../language/colors";
import { singular, wordsOf } from "../../language/inflect";
import { wordKey } from "../../words/word-key";
import { colorsByRole } from "../../look/color-roles";
import { splitOutside } from "../../language/normalize";

/** A description taken apart: what the app keeps, how it looks, who may do what, and which pages it has. */
export type Parts = { content: string[]; looks: string[]; wishes: string[] };

/** Words on looks, rights and rows go to the readers of changes; they name no tables. */
const aside =
  /\b(?:background|colou?r(?:s|ed)?|theme|look|dark mode|light mode|font|rounded|sidebar|navbar|sample (?:data|rows)|example data|demo data|test data)\b/i;
/** "shirts with size and colour", "colour per bead": a field of what is kept, where no colour is named and nothing is to be changed. */
const isColorField = (text: string) =>
  colorsIn(text).length === 0 &&
  /^[a-z]+s with [\w ,]*\bcolou?r|(?:\bwith\b|\band\b|,|\/)\s*(?:(?:its|the|their|a)\s+)?(?:\w+\s+)?colou?rs?(?=\s*(?:$|[,.;/]|and\b|or\b|of\b|per\b))/i.test(
    text,
  ) &&
  !/^(?:make|change|set|use|using|give|show|colou?r|paint|mark|highlight|put|add|let|i (?:like|want)|we (?:like|want))\b/i.test(
    text,
  ) &&
  !/\b(?:background|theme|dark mode|light mode|font|rounded|sidebar|navbar|sample|demo|brand|accent|primary|look)\b/i.test(
    text,
  );
const rights =
  /\b(?:only|just)\s+(?:the\s+)?(?:admins?|managers?|owners?|staff|i|me|creators?|logged[- ]in|members?|they|teachers?|agents?)\b|\b(?:anyone|everyone|anybody|everybody|visitors|logged[- ]in users|members|users)\s+(?:can|may)\s+(?:only\s+)?(?:view|see|read|submit)\b.*\b(?:only|own|admins?)\b|\bread[- ]only\b|\bprivate\b/i;

const boards = /\b(?:kanban|trello|(?:task|deal|pipeline|status)? ?board(?: view)?)\b/i;

/** Wishes for views, in the words that the readers of changes know. */
function viewWishes(sentence: string): string[] {
  const wishes: string[] = [];
  if (
    /\bkanban|trello\b|\bon a (?:\w+ )?board\b|\bwith an? (?:kanban |status |stage |progress )?board\b(?! (?:game|of|member))|\bboard (?:view|with columns)\b|\ba (?:kanban )?board for (?:my|our|the)\b|\bdrag (?:and|&) drop\b/i.test(
      sentence,
    ) &&
    boards.test(sentence)
  )
    wishes.push("add a kanban board");
  else if (
    /^[\w' -]+ board\s*[:,(]/i.test(sentence) &&
    /\bstatus|\bstages?\b/i.test(sentence) &&
    !/\b(?:job|message|notice|bulletin|mood) board/i.test(sentence)
  )
    wishes.push("add a kanban board");
  if (/\b(?:in|on|with|and|as|,) (?:an? |the )?(?:\w+ )?calendar\b(?! of events)|\bcalendar view\b/i.test(sentence))
    wishes.push("add a calendar");
  if (/\bdashboard\b|\bcharts?\b|\bgraphs?\b|\bstatistics\b|\banalytics\b/i.test(sentence))
    wishes.push("add a dashboard");
  // "landing page for my startup": the whole app is one.
  const page =
    /(?<!^\W*(?:(?:an?|the|my|our|new|simple|nice) )*)\b(about(?: us| me)?|faq|imprint|privacy|terms|pricing|home|landing) page\b/i.exec(
      sentence,
    )?.[1];
  if (page) wishes.push(`add ${/^[aeiou]/i.test(page) ? "an" : "a"} ${page} page`);
  if (/\bcontact form\b/i.test(sentence)) wishes.push("add a contact form");
  return wishes;
}

const viewOf =
  /(?:\s*,)?\s+(?:(?:and|plus|with|including)\s+)?an? (?:kanban |status |monthly |weekly )?(board|calendar) (?:of|for|with) (?:all |the |our |my |their )*([a-z][\w-]+(?: [\w-]+)?)(?: by \w+)?(?=\s*(?:[.;,]|$))/gi;

/** "…, repairs and a board of the repairs": another view of what is kept, and nothing to keep. */
function takeViews(sentence: string, wishes: string[]): string {
  return sentence.replaceAll(viewOf, (phrase, view: string, of: string) => {
    const noun = singular(wordKey(of));
    const others = ` ${wordKey(sentence.replace(phrase, " ")).split(" ").map(singular).join(" ")} `;
    if (!others.includes(` ${noun} `)) return phrase;
    wishes.push(`add a ${view.toLowerCase()} of ${of}`);
    return "";
  });
}

const page = /^(?:- )?(?:add|show|put|display|include)\b.*\b(?:kanban|board|calendar|charts?|graphs?)\b/i;

const hasLook = (text: string) =>
  !/\boptions?\b/i.test(text) && colorsIn(text).length > 0 && (colorsByRole(text) !== null || aside.test(text));

/** Cuts the words on colours out of a sentence: from the first part that names a colour or a part of the screen to the last. */
function cutLook(sentence: string): { look: string; rest: string } | null {
  // "colour (red, green, blue)": options of a field.
  if (!hasLook(sentence.replaceAll(/\([^()]*\)/g, " "))) return null;
  const parts = splitOutside(
    sentence,
    /^(?:\s*[,;]\s*(?:and\s+|but\s+)?|\s+(?:and\s+)?(?=(?:set|use|using|with)\s[^,.]*\b(?:background|colou?r\w*|theme|buttons|components)\b))/i,
  );
  const colored = parts.map(
    (part) => colorsIn(part).length > 0 || (colorsByRole(`${part} red`) !== null && aside.test(part)),
  );
  const from = colored.indexOf(true);
  const to = colored.lastIndexOf(true);
  return {
    look: parts.slice(from, to + 1).join(", "),
    rest: [...parts.slice(0, from), ...parts.slice(to + 1)].join(", "),
  };
}

/** "Make it teal": a colour for all of the app. */
const soft = /^(?:please\s+)?(?:make|paint|colou?r|use|in|give|i (?:like|want)|we (?:like|want))\b/i;

const isRowsOnly = (sentence: string) =>
  wordsOf(sentence).length < 9 &&
  /\b(?:sample|demo|example|dummy|test) |\btables? empty\b|\bempty tables\b/i.test(sentence) &&
  !/:|\(/.test(sentence);
/** "with sample data", "and 5 demo customers"; "test drives" and "sample requests" are rows of their own. */
const rows =
  /(?:,?\s+(?:and|plus))?,?\s+(?:with(?:out)?\s+)?(?:(?:(?:no|any|some|a few|the|\d+)\s+)?(?:sample|example|demo|dummy|test|fake)\s+(?:data|rows|records|entries|content)|(?:(?<=with(?:out)?\s+)|(?:no|any|some|a few|\d+)\s+)(?:sample|example|demo|dummy|fake|(?<=\d )test)\s+\w+s)\b/gi;

/** "we have clients, every client has dogs": a sentence of its own. */
const ownSubject =
  /^(?:\s*;\s*|\s*,?\s+and\s+(?=(?:each|every)\s+\w+\s+(?:has|belongs|needs))|\s*,\s+(?=(?:each|every)\s+\w+\s+(?:has|belongs|needs)))/i;

/** Takes the sentences of a description apart, each word to one reader. */
export function partsOf(sentences: string[]): Parts {
  const parts: Parts = { content: [], looks: [], wishes: [] };
  for (const said of sentences) {
    const count = /\d+/.exec(rows.exec(said)?.[0] ?? "");
    rows.lastIndex = 0;
    if (count) parts.wishes.push(`add ${said.match(rows)![0].replace(/^[,\s]*(?:and|plus|with)*\s*/i, "")}`);
    const sentence = isRowsOnly(said) ? "" : said.replace(rows, "").trim();
    if (sentence === "") continue;
    if (page.test(sentence)) {
      parts.wishes.push(sentence);
      continue;
    }
    if (colorsIn(sentence).length > 0 && wordsOf(sentence).length < 8 && soft.test(sentence)) {
      parts.wishes.push(sentence);
      continue;
    }
    // "Show overdue in red": a colour of some rows.
    if (
      /^(?:show|highlight|mark|colou?r|paint|display)\b/i.test(sentence) &&
      colorsIn(sentence).length > 0 &&
      wordsOf(sentence).length < 9
    ) {
      parts.wishes.push(`colour ${sentence.replace(/^\w+\s+/, "").replace(/\s+(?:in|as)\s+(?=\w+$)/i, " ")}`);
      continue;
    }
    const cut = cutLook(sentence);
    if (cut) parts.looks.push(cut.look);
    const rest = takeViews(cut ? cut.rest : sentence, parts.wishes);
    if (wordsOf(rest).length === 0 || (cut && filler.test(rest))) continue;
    parts.wishes.push(...viewWishes(rest));
    for (const part of rest.includes(":") ? [rest] : splitOutside(rest, ownSubject)) {
      // "type private / business": options, and no right.
      if (
        rights.test(part.replaceAll(/\w+ ?\/ ?\w+/g, " ")) ||
        (aside.test(part) && wordsOf(part).length < 10 && !/[:(]/.test(part) && !isColorField(part))
      )
        parts.wishes.push(part);
      else parts.content.push(part);
    }
  }
  return parts;
}

/** What is left of a sentence on looks without its colours. */
const filler =
  /^(?:(?:please|nothing fancy|keep it simple|and|but|simple|thanks|thank you|the design|the app|it|should be|make|set|use|apply|pick|choose|with|in|for)\b[\s,]*)+$/i;
