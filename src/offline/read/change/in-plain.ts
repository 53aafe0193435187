import "server-only";
import { distance, singular } from "../../language/inflect";
import { type Draft, oneOf } from "../draft/draft";
import { isPersonLike } from "../language/nouns";
import { uniqueWordings } from "../language/unique-words";
import { isComplaint } from "./rules/looks";
import { has, marksOf } from "./meaning/marks";

type Wording = [pattern: RegExp, plain: string];

/** Ways in which busy people put a request, and the plain one. Only whole turns of phrase: what a word means is for the rules. */
const wordings: Wording[] = [
  [/^(?:make sure|ensure|see to it|take care)(?: that)? /i, ""],
  [
    /^(?:make it (?:possible|easy)(?: for (?:me|us|people|users))? to|allow (?:me|us) to|(?:i|we) (?:want|need|would like|should be able) to be able to|(?:i|we) (?:should|must) be able to|let (?:me|us)) (?=(?:assign|comment|add|create|group|attach|upload|track)\b)/i,
    "",
  ],
  [/^instead of ([^"].*?),? (?:say|use|write|call it|put) ([^"].*)$/i, "rename $1 to $2"],
  [
    /^instead of ([^",]+?),? (?:it |they |this )?(?:should|must|has to|have to|shall) (?:be (?:called|named)|say|read) (.+)$/i,
    "rename $1 to $2",
  ],
  [/^((?:i|we) (?:also )?(?:need|want) (?:[\w-]+ )?[\w-]+s), with /i, "$1 with "],
  [/^instead,? (?=(?:add|use|give|put|show)\b)/i, ""],
  [/^let (?:me|us) (?:also )?(?:write|enter|note|type|put)(?: in| down)? (?:the |an? )?/i, "add a "],
  // "nobody except admins should edit" → "only admins can edit".
  [/\b(?:nobody|no one|no-one|none) (?:except|but|other than|besides|apart from) (?:for )?/i, "only "],
  [
    /\b(only [\w ]{2,30}?) should (?=(?:be able to )?(?:see|view|read|edit|change|add|create|delete|update|write|manage)\b)/i,
    "$1 can ",
  ],
  [/^(?:oh,? |ah,? |ps:? )?(?:i|we) (?:just )?forgot\s*[:,]\s*/i, ""],
  [/^(?:let|allow) (?:people|users|us|me|everyone|visitors|them) (?:to )?(?=(?:filter|sort|group|search)\b)/i, ""],
  [/^(?:is|are|was|were) (?:the|an?|our) ([\w]+) (?:already )?([\w-]+)(?: yet)? or not$/i, "add a $2 checkbox to $1"],
  [
    /^(?:the |our )?(?:title|name) of (?:the|my|our|this) (?:app|application|site|tool)(?: is| should be)?\s*[:=]\s*(.+)$/i,
    "call the app $1",
  ],
  [
    /^(?:please )?(?:add |make |create |i want |we need |we want )?(?:an? )?(?:new )?(?:text |plain |info(?:rmation)? )?page (?:called |named |titled )?("[^"]+"),? (?:that says|which says|saying|with the text|with text|with the words|reading|:)\s*:?\s*(.+)$/i,
    "add a page called $1 that says $2",
  ],
  [
    /^(?:all |every |an? )?new ([\w ]+?) (?:are|is|should be|must be|shall be) (?:always |initially |first )?(?!sorted|shown|marked|added)("?[\w -]{2,25}"?)$/i,
    "new $1 start as $2",
  ],
  [
    /\b(?:everybody|everyone|all people|all members|anyone|anybody) (?:in|on|of|from) (?:the|our|my) (?:whole )?(?:team|company|club|group|office|family|staff)\b(?= (?:can|may|should|must|is|are)\b)/i,
    "logged in users",
  ],
  [/^(?:the|our|my) (?:whole |entire )?team(?: members)?\b(?= (?:can|may|should be able)\b)/i, "logged in users"],
  // "note the source of a contact: website, referral".
  [
    /^(?:note|record|store|track|keep|capture|log|write down|remember|know) (?:down )?(the|an?|whether|how|who|when|where) (?=[\w ]+ (?:of|for) )/i,
    "add $1 ",
  ],
  // "the dashboard should show how much each member paid".
  [
    /^.*\bhow much (?:each|every) ([\w-]+)(?: has| have)? (?:\w+ed|paid|spent|owes?|earns?|brings?|brought|costs?|made|sold|pays|spends)(?: us| in)?$/i,
    "show the total per $1",
  ],
  [
    /^(?:please )?(?:(?:let|allow) (?:people|users|visitors|everyone|us|me)(?: to)? )?comment on (?:the |our |my |every |each |a )?([\w ]+)$/i,
    "$1 have comments: author, text",
  ],
  // "nobody can save a deal without an amount".
  [
    /^(?:make sure |ensure )?(?:that )?(?:nobody|no ?one|people|users|you) (?:can|may|should|must|cannot|can't|must not)(?: not| be able to)? (?:save|add|create|enter|submit) (?:an? |new )*([\w ]+?) without (?:an? |the )?(.+)$/i,
    "$2 of $1 is required",
  ],
  ...uniqueWordings,
  [
    /^make "?([\w -]{2,24}?)"? (?:one of the|an?|another) (?:new |possible )?(status(?:es)?|stages?)(?: (?:of|for) (?:the )?(.+))?$/i,
    'add "$1" to the $2',
  ],
  // Tables, links and people.
  [/^(?:add|create|make|need) tables (?:for|called|named|of) /i, "track "],
  [/^(?:a )?new table\s*(?:for|:|-|called|named)?\s*(\w.+)$/i, "add a table for $1"],
  [
    /^(?:add|create|make|need|want|(?:i|we) (?:also )?(?:need|want)) an? (?:[\w-]+ ){1,3}(?:with|for|of) ((?:\w+ ){1,2}\(.+\))$/i,
    "add a table for $1",
  ],
  [
    /^assign (?:the |each |every |all )?([\w ]+?) to (?:an? |the |my |our |different )?(?:people|persons?|someone|somebody|users?|team ?(?:members?|mates?)|others|colleagues?)$/i,
    "add an assignee to $1",
  ],
  [/^(?:add|leave) comments (?:on|to) (?:the |each |every |an? )?([\w ]+)$/i, "each $1 has many comments"],
  [/^allow (?:people |users )?(?:to )?(?:upload|attach|add|enter)(?:ing)? (.+?) (?:to|for|on) (.+)$/i, "add $1 to $2"],
  [/\b(to|in|on|for|of|from) the ([\w ]+?) table$/i, "$1 the $2"],
  // Dropdowns.
  [
    / (?:should|must|needs? to) (?:be|become) (?:an? )?(?:status|state|choice|selection|list)(?: field)?(?:\s*:| with| of| from| between) (?=.*[,/])/i,
    " should be a dropdown with ",
  ],
  [
    /^(?:let|allow) (?:people|users|me|us) (?:to )?(?:choose|pick|select) (?:the |a )?(.+?) (?:from|out of|between|among) (.+)$/i,
    "$1 should be one of $2",
  ],
  // Names of pages.
  [/^title (the .+? page) (.+)$/i, "rename $1 to $2"],
  [
    /^(?:change|set|update) the (?:name|title|heading|header) of (the .+? page) (?:to|into|as) (.+)$/i,
    "rename $1 to $2",
  ],
  [/^(?:change|set|update) (the .+? page)(?:'s)? (?:name|title|heading) (?:to|into|as) (.+)$/i, "rename $1 to $2"],
  [
    /\b(menu|nav\w*|top bar)\b(.*?),? (?:instead of|rather than|and not|not) (?:at |on )?(?:the )?(?:side|left)\w*(?: menu)?$/i,
    "$1$2",
  ],
  [/^(?:allow|enable) filtering\b/i, "filter"],
];

/** Words of requests that nobody means otherwise, as they are mistyped. */
const commandWords =
  "dashboard calendar kanban dropdown background checkbox sidebar currency permission field column remove rename required option".split(
    " ",
  );

const withoutTypos = (clause: string): string =>
  clause.replace(/^ad (?=an? |the )/i, "add ").replaceAll(/\b[a-z]{5,}\b/gi, (said) => {
    const word = said.toLowerCase();
    return commandWords.find((known) => known !== word && `${known}s` !== word && distance(word, known) === 1) ?? said;
  });

/** A request in the plain words that it means. */
const inPlain = (text: string): string =>
  wordings.reduce((said, [pattern, plain]) => said.replace(pattern, plain), withoutTypos(text));

const asideStart =
  /^(?:we|i|it|that|then|because|since|so|otherwise|as|they|people|which|this|would|thanks|and that|cheers|and then|just|cause|cuz|but)\b/i;

/** "who attends which rehearsal": rows that say so, for the people that the app keeps. */
function whoTakesPart(text: string, { model }: Draft): string {
  const match =
    /^(?:note |record |track |show |i want to know )?who (?:attends?|comes? to|goes to|joins?|takes part in|is at|was at|came to) (?:which|what|each|every) ([\w ]+?)$/i.exec(
      text,
    );
  const who = model.entities.find(({ name }) => isPersonLike(name.toLowerCase()));
  if (!match || !who) return text;
  return `attendances: ${singular(match[1]!)}, ${oneOf(who)}, present yes/no`;
}

const keeping = [
  /^(?:turn|switch) (?:on )?(?:the )?([\w ]+?)(?: on)? (?:for|in) ([\w ]+)$/i,
  /^(?:store|save|collect|capture|record|track|keep|upload|attach) ([\w ]+?) (?:of|for|to) (?:the |each |every |all |our )?([\w ]+)$/i,
];

/** "turn notes on for contacts", "upload a contract for each deal": a field of that table. */
function kept(text: string, { model }: Draft): string {
  const match = keeping.map((pattern) => pattern.exec(text)).find((found) => found !== null);
  const isOfTable = match && marksOf(match[2]!, model).some(({ entities }) => entities.length > 0);
  return isOfTable && !/\b(?:mode|theme|dark|light|tables?)\b/i.test(match[1]!)
    ? `add ${match[1]!} to ${match[2]!}`
    : text;
}

/** "change strong to advanced", where strong is an option: it gets another name. */
function optionRenamed(text: string, { model }: Draft): string {
  const match = /^change "?([\w -]+?)"? (?:to|into) ("?[\w -]+?"?)$/i.exec(text);
  const marks = match ? marksOf(match[1]!, model) : [];
  const isOption = marks.length === 1 && marks[0]!.states.length > 0 && marks[0]!.fields.length === 0;
  return isOption ? `rename ${match![1]!} to ${match![2]!}` : text;
}

/** "…, we never use it", "…, then I'm happy", "I don't like the blue, …": words about the wish that name nothing of the app. */
export function withoutAside(said: string, draft: Draft): string {
  const plain = optionRenamed(kept(whoTakesPart(inPlain(said), draft), draft), draft);
  const parts = plain.split(/,\s+|\s+(?=because\s|since we\s|so that\s|so we\s|so i\s|otherwise\s)/i);
  if (parts.length < 2) return plain;
  const names = (part: string) =>
    marksOf(part, draft.model).some(
      (mark) =>
        mark.entities.length + mark.fields.length + mark.states.length + mark.pages.length > 0 ||
        mark.color !== undefined ||
        mark.role !== undefined ||
        has(mark, "add", "currency", "several", "option"),
    );
  let text = plain;
  const last = parts.at(-1)!;
  if (asideStart.test(last) && !names(last)) text = text.slice(0, text.lastIndexOf(last)).replace(/[,\s]+$/, "");
  const first = parts[0]!;
  if (isComplaint(first)) text = text.slice(text.indexOf(first) + first.length).replace(/^[,\s]+(?:but\s+)?/, "");
  return text;
}
