import "server-only";
import type { Entity } from "../app-model";
import { colorsIn } from "../colors";
import { labelFor } from "../fields";
import { headline, singular, wordsOf } from "../inflect";
import { amongOf, kindOf } from "./app-kind";
import { buildPlan } from "./build";
import { nameSaid } from "./describe";
import { type Draft, manyOf } from "./draft";
import { type Kind, kindsNamed } from "./known";
import { isAttribute } from "./lexicon";
import { splitOptions, splitOutside } from "./normalize";
import { isNoTable } from "./nouns";
import { createPlan } from "./plan";
import { framesOf } from "./statements";

export type FirstApp = { entities: Entity[]; kind: Kind | undefined; name: string | null; wishes: string[] };

const calledSo =
  /,?\s*\b(?:called|named|titled|name it|call it)\s+(?:"[^"]+"|'[^']+'|[A-Z][\w'&-]*(?:\s+[A-Z0-9][\w'&-]*){0,4}|[\w'&-]+)/g;
const opening =
  /^(?:please\s+)?(?:(?:can|could|would) you\s+)?(?:please\s+)?(?:build|create|make|design|develop|generate|set up|write|implement|code|give me|i need|i want|we need|we want|i'd like|i would like|need|want|looking for)\s+(?:me\s+|us\s+)?/i;
/** Words on looks, rights and rows go to the readers of changes; they name no tables. */
const aside =
  /\b(?:background|colou?r(?:s|ed)?|theme|dark mode|light mode|font|rounded|sidebar|navbar|sample (?:data|rows)|example data|demo data|test data)\b/i;
const rights =
  /\b(?:only|just)\s+(?:the\s+)?(?:admins?|managers?|owners?|staff|i|me|creators?|logged[- ]in|members?|they|teachers?|agents?)\b|\b(?:anyone|everyone|anybody|everybody|visitors|logged[- ]in users|members|users)\s+(?:can|may)\s+(?:only\s+)?(?:view|see|read|submit)\b.*\b(?:only|own|admins?)\b|\bread[- ]only\b|\bprivate\b/i;

/** "tags as list of: new, used, sale": one field with several choices, and not three fields. */
export const listedChoices = (text: string): string =>
  text.replace(
    severalOf,
    (_, noun: string, options: string) => `${noun} multiple choice of ${splitOptions(options).join("/")}`,
  );
const severalOf =
  /\b([\w-]+) (?:as|is|are|being) (?:an? )?(?:list|selection|choice|set) (?:of|from|with)\s*:?\s*([^.;]+)/gi;

const boards = /\b(?:kanban|trello|(?:task|deal|pipeline|status)? ?board(?: view)?)\b/i;

/** Wishes for views, in the words that the readers of changes know. */
function viewWishes(sentence: string): string[] {
  const wishes: string[] = [];
  if (
    /\bkanban|trello\b|\bon a (?:\w+ )?board\b|\bboard (?:view|with columns)\b|\bdrag (?:and|&) drop\b/i.test(
      sentence,
    ) &&
    boards.test(sentence)
  )
    wishes.push("add a kanban board");
  if (/\b(?:in|on|with|and|as|,) (?:an? |the )?(?:\w+ )?calendar\b(?! of events)|\bcalendar view\b/i.test(sentence))
    wishes.push("add a calendar");
  if (/\bdashboard\b|\bcharts?\b|\bgraphs?\b|\bstatistics\b|\banalytics\b/i.test(sentence))
    wishes.push("add a dashboard");
  const page = /\b(about(?: us| me)?|faq|imprint|privacy|terms|pricing|home|landing) page\b/i.exec(sentence)?.[1];
  if (page) wishes.push(`add ${/^[aeiou]/i.test(page) ? "an" : "a"} ${page} page`);
  if (/\bcontact form\b/i.test(sentence)) wishes.push("add a contact form");
  return wishes;
}

/** Forms that visitors fill in and only admins read. */
const openForm =
  /\b(?:sign-?up|wait(?:ing)? ?list|feedback|registration|application|rsvp|newsletter|subscription|inquiry|enquiry|booking|order|survey)(?: \w+)? form\b/i;

/** Reads the description of a new app: what kind it is, what it keeps, and what else was wished. Null where it names nothing to keep. */
export function readFirstApp(sentences: string[], draft: Draft): FirstApp | null {
  const whole = sentences.join(". ").replace(calledSo, " ");
  const named = kindsNamed(sentences[0]!.replace(calledSo, " "));
  const kinds = named.length > 0 ? named : kindsNamed(whole);
  const kind = kindOf(whole, kinds);
  const plan = createPlan(kind, kinds.find((one) => one.kind === kind)?.phrase);
  const wishes: string[] = [];
  const read: string[] = [];
  for (const said of sentences) {
    const sentence = said.replace(calledSo, " ").replace(opening, "").trim();
    if (/^(?:- )?(?:add|show|put|display|include)\b.*\b(?:kanban|board|calendar|charts?|graphs?)\b/i.test(sentence)) {
      wishes.push(sentence);
      continue;
    }
    wishes.push(...viewWishes(sentence));
    const parts = splitOutside(
      sentence,
      /^,?\s+(?=(?:set|use|with|make|the)\s[^,.]*\b(?:background|colou?rs?|theme)\b)/i,
    );
    for (const part of parts.flatMap((text) => (text.includes(":") ? [text] : splitOutside(text, /^\s*;\s*/)))) {
      if (rights.test(part)) wishes.push(part);
      else if (colorsIn(part).length > 0 && aside.test(part)) wishes.push(part);
      else if (aside.test(part) && wordsOf(part).length < 10) wishes.push(part);
      else {
        plan.read(part);
        read.push(part);
      }
    }
  }
  plan.finish();
  if (plan.tables.length === 0) return null;
  const entities = buildPlan(plan, draft);
  if (openForm.test(whole) && entities[0])
    wishes.push(`anyone can submit ${manyOf(entities[0])}, only admins can view them`);
  noteUnused(read, entities, draft, kind);
  return {
    entities,
    kind,
    name: nameSaid(sentences.join(". ")) ?? nameOf(sentences[0]!, kind),
    wishes: [...new Set(wishes)],
  };
}

/** Compares what was said with what stands: a noun that nothing in the app answers to is told. */
function noteUnused(sentences: string[], entities: Entity[], draft: Draft, kind: Kind | undefined): void {
  const words = new Set(
    entities
      .flatMap((entity) => [
        entity.name,
        ...Object.entries(entity.properties).flatMap(([name, value]) => [
          name,
          labelFor(name, value),
          ...(value.enum ?? []).map(String),
          ...(value.items?.enum ?? []).map(String),
        ]),
      ])
      .flatMap((text) => wordsOf(text).map(singular)),
  );
  for (const word of wordsOf(kind?.name ?? "")) words.add(singular(word));
  const unused = new Set<string>();
  for (const sentence of sentences)
    for (const frame of framesOf(sentence, amongOf(kind)))
      for (const noun of frame.objects) {
        const isUsed =
          isNoTable(noun) ||
          (noun.thing &&
            entities.some(({ name }) => wordsOf(name).join(" ") === wordsOf(noun.thing!.name).join(" "))) ||
          wordsOf(noun.text).some((word) => words.has(singular(word)));
        if (!isUsed && frame.verbs.every((verb) => !verb.isNegated)) unused.add(noun.text.toLowerCase());
      }
  if (unused.size > 0)
    draft.skipped.push(
      `I made nothing of these words: ${[...unused]
        .slice(0, 8)
        .map((text) => `“${text}”`)
        .join(", ")}.`,
    );
}

/** Whether the sentences spell out fields: in brackets, after a colon, or "with" several properties. Those are read as notation, not as prose. */
export function listsFields(sentences: string[]): boolean {
  return sentences.some((sentence) => {
    if (/\([^()]*[,/][^()]*\)/.test(sentence)) return true;
    if (
      /\b(?:each|every)\s+[\w-]+(?:\s[\w-]+)?\s+(?:has|have|should have|needs)\b|\b(?:status|stage|type|category|priority|kind)\s*:\s*[\w ]+[,/|]/i.test(
        sentence,
      )
    )
      return true;
    if (/ multiple choice of |:\s*[\w -]+\/[\w -]+/.test(sentence)) return true;
    const colon = /[\w)] ?(?::|\s-\s)\s+(.+)$/s.exec(sentence)?.[1];
    if (colon !== undefined) return false;
    return framesOf(sentence, []).some((frame) => {
      const isHaving = frame.verbs.some((verb) => verb.entry?.sort === "having");
      const nouns = isHaving ? frame.objects : (frame.complements.find(({ word }) => word === "with")?.nouns ?? []);
      return (
        nouns.length > (isHaving ? 0 : 1) && nouns.filter((noun) => isProperty(noun.text)).length * 2 > nouns.length
      );
    });
  });
}

const isProperty = (phrase: string): boolean => {
  const noun = phrase.replace(/^(?:and|an?|the|their|its|one|each|number of|max(?:imum)?)\s+/gi, "");
  return isAttribute(noun) || (isAttribute(noun.split(" ").at(-1) ?? "") && !noun.endsWith("s"));
};

const generic =
  /\b(?:app|application|tool|system|website|site|web|platform|portal|software|simple|small|modern|new|basic|online)\b/gi;

/** "a car rental website to …" → "Car Rental"; else the kind's own name. */
function nameOf(sentence: string, kind: Kind | undefined): string | null {
  const head = sentence.replace(opening, "").replace(/^(?:an?|the|my|our|some)\s+/i, "");
  const before =
    /^([\w' -]{3,40}?)\s+(?:app|application|tool|system|website|site|platform|portal|software|tracker|manager|planner|organi[sz]er)\b/i.exec(
      head,
    );
  const words = before ? wordsOf(before[1]!.replace(generic, " ")) : [];
  if (before && words.length > 0 && words.length <= 4 && !/\b(?:to|that|for|where|with|and)\b/i.test(before[1]!))
    return headline(/(?:tracker|manager|planner|organi[sz]er)$/i.test(before[0]) ? before[0] : words.join(" "));
  return kind ? headline(kind.name) : null;
}
