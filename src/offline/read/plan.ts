import "server-only";
import { isPlural, singular, wordsOf } from "../inflect";
import { loadWords, wordKey } from "../words/load";
import type { Feature, RecordVerb } from "../words/schema";
import { amongOf } from "./app-kind";
import { isAttribute } from "./lexicon";
import { type Kind, knownAs, type Known, knownNamed } from "./known";
import { colonIn, splitFields } from "./normalize";
import { idle, isApp, isPeople, isScreen, verbLike, weak } from "./nouns";
import type { Noun } from "./phrases";
import { recordNoun, tableNoun } from "./table-names";
import { type Frame, framesOf } from "./statements";

/** A table that the sentences ask for, before its fields are settled. */
export type PlannedTable = {
  /** In the singular, in the person's words: "client". */
  noun: string;
  thing?: Known;
  /** The verb whose doing it keeps, with what is done and by whom. */
  act?: RecordVerb;
  /** Fields as they were said. */
  said: string[];
  /** A list in brackets or after a colon is all that there is. */
  isExact: boolean;
  links: { to: PlannedTable; label?: string }[];
  features: Feature[];
  /** Named by the kind of app alone: the first mention gives it its name. */
  isAssumed?: boolean;
};

export type Plan = {
  kind?: Kind;
  tables: PlannedTable[];
  /** Nouns that must not become tables: "no sponsors". */
  refused: string[];
  /** Wishes for pages, charts, looks and texts, for the readers of changes. */
  wishes: string[];
};

/** Collects what the sentences of a description ask for. */
export function createPlan(
  kind: Kind | undefined,
  phrase = "",
): Plan & { read: (sentence: string) => void; finish: () => Plan } {
  const plan: Plan = { ...(kind ? { kind } : {}), tables: [], refused: [], wishes: [] };
  const among = amongOf(kind);
  const centralName = kind && (knownNamed(kind.central)?.name ?? kind.central);
  /** "a recipe book", "our job board": the app itself. */
  const isKind = (noun: Noun) =>
    phrase !== "" &&
    !(noun.isPlural && noun.thing) &&
    (wordKey(noun.text).endsWith(wordKey(phrase)) ||
      wordKey(noun.text).startsWith(`${wordKey(phrase)} `) ||
      ` ${wordKey(phrase)} `.includes(` ${wordKey(noun.text)} `));
  /** Fields that were said before the table that they belong to. */
  const pending: string[] = [];
  let owner: PlannedTable | undefined;
  let last: PlannedTable | undefined;

  const sameTable = (noun: string, thing: Known | undefined) =>
    plan.tables.find((table) => table.noun === noun) ??
    (thing ? plan.tables.find((table) => table.thing?.name === thing.name) : undefined);

  function table(noun: string, thing: Known | undefined): PlannedTable {
    const name = tableNoun(noun, thing);
    const existing = sameTable(name, thing);
    if (existing?.isAssumed) {
      existing.noun = name;
      existing.isAssumed = false;
    }
    if (existing) return existing;
    const added: PlannedTable = {
      noun: name,
      ...(thing ? { thing } : {}),
      said: [],
      isExact: false,
      links: [],
      features: [],
    };
    plan.tables.push(added);
    return added;
  }

  /** The table of a noun, or undefined where it is none. */
  function tableOf(noun: Noun, mayBeNew: boolean, isListed = false): PlannedTable | undefined {
    if (/\b(?:no|without)\b/.test(noun.determiner)) {
      plan.refused.push(singular(noun.thing?.name ?? noun.text).toLowerCase());
      return undefined;
    }
    if (noun.thing && !isScreenless(noun)) {
      const inKind = among.includes(noun.thing.name);
      const words = noun.before ? wordsOf(noun.text) : wordsOf(singular(noun.text));
      const isSpecial =
        noun.before.replace(idle, "").trim() !== "" &&
        !idle.test(`${noun.before} `) &&
        !inKind &&
        words.length <= 3 &&
        !verbLike.test(words[0]!);
      return table(
        isSpecial
          ? noun.text
          : noun.before
            ? noun.text.split(" ").slice(noun.before.split(" ").length).join(" ")
            : noun.text,
        noun.thing,
      );
    }
    if (
      !mayBeNew ||
      isScreen(noun) ||
      isPeople(noun) ||
      isApp(noun) ||
      (noun.isAttribute && !isListed) ||
      !noun.isPlural
    )
      return undefined;
    const words = wordsOf(noun.text.replace(idle, ""));
    return words.length > 3 || words.length === 0 || (words.length > 1 && verbLike.test(words[0]!))
      ? undefined
      : table(words.join(" "), undefined);
  }
  const isScreenless = (noun: Noun) =>
    isScreen(noun) &&
    !among.includes(noun.thing?.name ?? "") &&
    (!isPlural(noun.text) || /^(?:tables|pages|fields|columns|rows|lists|views)$/i.test(noun.text));

  /** One item of "with …", "has …" or a bracket: a field of the owner, a table of its own, or a link. */
  function part(phrase: string, to: PlannedTable | undefined): void {
    const nouns = framesOf(phrase, among).flatMap((frame) => [
      ...frame.objects,
      ...frame.complements.flatMap(({ nouns }) => nouns),
    ]);
    const noun = nouns[0];
    const clean = phrase.replace(/^(?:and|also|a|an|the|their|its|each|with)\s+/i, "").trim();
    if (!noun || clean === "") return;
    const isTyped = /[:(=]|\b(?:dropdown|checkbox|number|date)\b/i.test(clean);
    const names =
      to &&
      plan.tables.find(
        (other) =>
          other !== to &&
          (other.noun === singular(noun.text).toLowerCase() || (noun.thing && other.thing === noun.thing)),
      );
    if (to && names && !isTyped) {
      if (noun.isPlural) names.links.push({ to });
      else to.links.push({ to: names });
      return;
    }
    const inKind = noun.thing !== undefined && among.includes(noun.thing.name);
    const asField =
      to !== undefined &&
      (isTyped || noun.isAttribute || !noun.thing || !noun.isPlural) &&
      !(inKind && noun.isPlural && !isTyped);
    if (asField) {
      if (!isScreen(noun) || noun.isAttribute || isTyped) to.said.push(clean);
      return;
    }
    if (noun.inner !== undefined) {
      const made = tableOf(noun, true);
      if (made) define(made, splitFields(noun.inner));
      return;
    }
    // "a watchlist with genres": properties of what the app is about.
    if (to === undefined && noun.isAttribute && !noun.thing) {
      pending.push(clean);
      return;
    }
    const made = tableOf(noun, to === undefined, to === undefined);
    if (made && to && made !== to) made.links.push({ to });
    if (made) return;
    else if (to === undefined && noun.isAttribute) pending.push(clean);
  }

  function define(made: PlannedTable, phrases: string[]): void {
    for (const phrase of phrases) {
      const before = made.said.length + made.links.length;
      part(phrase, made);
      if (made.said.length + made.links.length === before && !/^\s*$/.test(phrase)) made.said.push(phrase);
    }
    made.isExact ||= made.said.length > 1;
    owner = made;
  }

  function record(frame: Frame, verb: RecordVerb): void {
    const isPassive = frame.verbs.some((one) => one.isPassive);
    const byWhom = frame.complements.find(({ word }) => word === "by")?.nouns ?? [];
    const objects = isPassive
      ? frame.subjects
      : [
          ...frame.objects,
          ...frame.complements
            .filter(({ word }) => /^(?:for|to|on|in|of|about)$/.test(word))
            .flatMap(({ nouns }) => nouns)
            .slice(0, frame.objects.length === 0 ? 1 : 0),
        ];
    const actors = isPassive ? byWhom : frame.subjects;
    const named = objects.map((noun) => tableOf(noun, true)).find(Boolean);
    const object = named ?? last ?? plan.tables[0];
    if (!object) return;
    const actor = actors
      .filter((noun) => !isApp(noun) && !isPeople(noun))
      .map((noun) => tableOf(noun, true))
      .find((made) => made && made !== object);
    const makes =
      verb.makesFor[object.thing?.name ?? ""] ??
      verb.makes.replaceAll("{object}", object.thing?.name ?? object.noun).replaceAll("{actor}", actor?.noun ?? "");
    if (object.thing?.name === makes || object.act) return;
    // "log expenses", "post jobs": what is written down or put up is the record itself, where the verb's own record says nothing of an object.
    if (
      named?.thing &&
      !verb.makesFor[named.thing.name] &&
      !weak.has(named.thing.name.toLowerCase()) &&
      !verb.fields.some((text) => text.includes("{"))
    ) {
      if (actor) named.links.push({ to: actor });
      return;
    }
    // What is requested or handed in is the record itself.
    if (named && object.thing && /^(?:request|submission)$/i.test(makes)) {
      if (actor) object.links.push({ to: actor });
      return;
    }
    // "appointments can be booked": the thing is the record already.
    if (
      object.thing &&
      among.includes(object.thing.name) &&
      loadWords().recordVerbs.some(({ makes: other }) => other === object.thing!.name) &&
      objects.length === 1
    ) {
      if (actor) object.links.push({ to: actor });
      return;
    }
    const thing = knownAs(makes, among) ?? undefined;
    const made = table(recordNoun(makes, verb.makes), thing);
    made.act ??= verb;
    made.links.push({ to: object });
    if (actor) made.links.push({ to: actor });
    last = object;
  }

  function nounsOf(frame: Frame): Noun[] {
    return [...frame.objects, ...frame.complements.flatMap(({ nouns }) => nouns)];
  }

  function readFrame(frame: Frame): void {
    const entry = frame.verbs.find((verb) => verb.entry)?.entry;
    const isNegated = frame.verbs.some((verb) => verb.isNegated);
    if (isNegated) {
      for (const noun of frame.objects) if (noun.thing) plan.refused.push(noun.thing.name.toLowerCase());
      return;
    }
    const verbWord = frame.verbs.at(-1)?.word ?? "";
    if (/^(?:belong|relat|link|connect|refer|assign)/.test(verbWord)) return relate(frame);
    if (entry?.sort === "record") return record(frame, entry.data);
    if (
      entry?.sort === "having" ||
      (frame.verbs.length > 0 && frame.subjects.some((noun) => noun.thing) && /^(?:needs?|gets?)$/.test(verbWord))
    )
      return having(frame);
    const isWeakVerb = entry?.sort === "interface" && !/^(?:create|manage|edit|delete)$/.test(entry.data.action);
    for (const noun of frame.subjects) {
      if (isApp(noun) || isPeople(noun)) continue;
      const made = noun.thing && noun.thing.kind !== "person" ? tableOf(noun, false) : undefined;
      if (made) last = made;
    }
    const isList = frame.verbs.length === 0 && frame.objects.filter((noun) => noun.isPlural).length > 1;
    let previous: PlannedTable | undefined;
    for (const noun of frame.objects) {
      // "a pokemon card collection tracker": the collection is of those.
      const collected =
        kind?.central === "Collection item"
          ? noun.text
              .replace(
                /\b(?:collections?|trackers?|apps?|catalog(?:ue)?s?|inventory|managers?|lists?|databases?|(?:web)?sites?|tools?)\b/gi,
                "",
              )
              .trim()
          : "";
      if (collected !== "" && !noun.isAttribute && frame.complements.length < 3) {
        table(collected.replace(/\s+/g, " "), knownNamed("Collection item") ?? undefined);
        continue;
      }
      if (isApp(noun) && aboutThing(noun)) continue;
      // "real estate listings": what such an app is about, by another word.
      if (
        kind &&
        phrase !== "" &&
        noun.thing &&
        !among.includes(noun.thing.name) &&
        wordKey(noun.text).startsWith(`${wordKey(phrase)} `)
      ) {
        last = table(kind.central, knownNamed(kind.central) ?? undefined);
        continue;
      }
      if (isKind(noun) || (isApp(noun) && (!noun.thing || !among.includes(noun.thing.name)))) continue;
      if (
        isWeakVerb &&
        (!noun.thing || weak.has(noun.thing.name.toLowerCase())) &&
        !among.includes(noun.thing?.name ?? "")
      )
        continue;
      const isKept = entry?.sort === "interface" && /^(?:create|manage)$/.test(entry.data.action);
      const isOne =
        !noun.isPlural && noun.determiner === "" && !among.includes(noun.thing?.name ?? "") && !(noun.thing && isKept);
      if (isOne && frame.verbs.length > 0 && !(noun.thing && frame.objects.length > 2)) continue;
      const made = tableOf(noun, !isWeakVerb, isList);
      if (!made) continue;
      if (/^(?:their|its|his|her)\b/.test(noun.determiner) && previous && previous !== made)
        made.links.push({ to: previous });
      previous = made;
      last = made;
      if (noun.inner !== undefined) define(made, splitFields(noun.inner));
    }
    for (const complement of frame.complements) complete(frame, complement);
  }

  /** "invoice app", "task tracker": the app is about the thing before its last word. */
  function aboutThing(noun: Noun): boolean {
    const words = noun.text.replace(idle, "").split(" ");
    const thing =
      words.length > 1 && !among.includes(noun.thing?.name ?? "") ? knownAs(words.slice(0, -1).join(" "), among) : null;
    if (!thing || (kind && !among.includes(thing.name)) || thing.kind === "place" || thing.kind === "person")
      return false;
    const own = kind?.things.find((name) => knownNamed(name)?.name === thing.name);
    table(own ?? words.slice(0, -1).join(" "), thing).isAssumed = true;
    return true;
  }

  function complete(frame: Frame, { word, nouns }: Frame["complements"][number]): void {
    if (word === "with" || word === "including" || word === "without") {
      for (const noun of nouns) {
        if (word === "without" || /\bno\b/.test(noun.determiner))
          plan.refused.push(singular(noun.thing?.name ?? noun.text).toLowerCase());
        else
          part(
            noun.inner === undefined ? noun.text : `${noun.text} (${noun.inner})`,
            frame.objects.some((one) => !isApp(one) && !isKind(one)) ? last : undefined,
          );
      }
      return;
    }
    if (/^(?:for|of|about|on|in|from|to|at)$/.test(word)) {
      for (const [index, noun] of nouns.entries()) {
        const isAudience = index === 0 && word === "for" && (!noun.isPlural || noun.thing?.kind === "person");
        if (isAudience || isApp(noun) || noun.thing?.kind === "place") continue;
        const isListed = noun.isPlural && (index > 0 || word === "of" || word === "about" || word === "for");
        if (!isListed && !(noun.thing && among.includes(noun.thing.name))) continue;
        if (frame.verbs.length > 0 && frame.verbs.every((verb) => verb.entry?.sort === "interface") && !noun.thing)
          continue;
        const made = tableOf(noun, index > 0 || frame.verbs.length === 0);
        if (made) {
          last = made;
          if (noun.inner !== undefined) define(made, splitFields(noun.inner));
        }
      }
      if (nouns.length === 0) return;
    }
  }

  function relate(frame: Frame): void {
    const others = frame.complements.filter(({ word }) => /^(?:to|with)$/.test(word)).flatMap(({ nouns }) => nouns);
    const isAssign = frame.verbs.at(-1)!.word.startsWith("assign");
    const children = (isAssign && frame.objects.length > 0 ? frame.objects : frame.subjects).map((noun) =>
      tableOf(noun, true),
    );
    const parents = (others.length > 0 ? others : frame.objects).map(
      (noun) =>
        tableOf(noun, true) ??
        (noun.isAttribute || isPeople(noun) || isScreen(noun) ? undefined : table(noun.text, noun.thing)),
    );
    for (const child of children)
      for (const parent of parents) if (child && parent && child !== parent) child.links.push({ to: parent });
  }

  function having(frame: Frame): void {
    const isOfApp = frame.subjects.length === 0 || frame.subjects.every((noun) => isApp(noun) || isPeople(noun));
    const subject = isOfApp
      ? undefined
      : frame.subjects
          .map(
            (noun) =>
              tableOf(noun, true) ??
              (noun.determiner === "each" || noun.determiner === "every" ? table(noun.text, noun.thing) : undefined),
          )
          .find(Boolean);
    if (!isOfApp && !subject) return;
    const before = subject?.said.length ?? 0;
    for (const noun of nounsOf(frame))
      part(
        noun.inner === undefined
          ? `${noun.determiner === "many" || noun.determiner === "several" || noun.determiner === "multiple" ? "" : noun.determiner} ${noun.text}`.trim()
          : `${noun.text} (${noun.inner})`,
        subject,
      );
    if (subject) {
      owner = subject;
      last = subject;
      if (subject.said.length - before > 2) subject.isExact = true;
    }
  }

  /** "books: title, author", "Invoicing app: customers, products", "- Students: name". */
  function readColon(sentence: string): boolean {
    const at = colonIn(sentence);
    const match =
      at < 0
        ? null
        : [sentence, sentence.slice(0, at).replace(/^- /, ""), sentence.slice(at).replace(/^\s*[:-]\s*/, "")];
    if (!match || match[2] === "" || match[1]!.split(/\s+/).length > 14) return false;
    const head = framesOf(match[1]!, among);
    const nouns = head.flatMap(nounsOf);
    const phrases = splitFields(match[2]!);
    const lists = phrases.map((phrase) => framesOf(phrase, among)[0]?.objects[0]);
    const things = lists.filter(
      (noun) => noun?.thing && noun.isPlural && !(noun.isAttribute && !among.includes(noun.thing.name)),
    ).length;
    const subject = [...head.flatMap(({ objects }) => objects), ...nouns].filter((noun) => !isApp(noun))[0];
    const isThing =
      subject?.thing !== undefined ||
      phrases.filter((phrase) =>
        isAttribute(
          phrase
            .replace(/^(?:an?|the|their|its)\s+/i, "")
            .split(/[:(]/)[0]!
            .trim(),
        ),
      ).length *
        2 >=
        phrases.length;
    if (
      subject &&
      isThing &&
      !isKind(subject) &&
      things * 2 <= lists.length &&
      !isPeople(subject) &&
      head.every(({ verbs }) => verbs.every((verb) => verb.entry?.sort !== "record"))
    ) {
      const made =
        tableOf(subject, true) ??
        (isScreen(subject) && !subject.thing ? undefined : table(subject.text, subject.thing));
      if (made && !(subject.thing?.kind === "place" && kind)) {
        for (const frame of head) if (frame.verbs.length > 0 || frame.complements.length > 0) readFrame(frame);
        define(made, phrases);
        return true;
      }
    }
    for (const frame of head) if (frame.verbs.length > 0) readFrame(frame);
    last = undefined;
    for (const frame of framesOf(match[2]!, among)) readFrame(frame);
    return true;
  }

  function features(sentence: string): void {
    const key = ` ${wordKey(sentence)} `;
    for (const feature of loadWords().features) {
      const phrase = [...feature.phrases].find((text) => key.includes(` ${wordKey(text)} `));
      if (!phrase) continue;
      const at =
        plan.tables.find(({ thing }) => thing !== undefined && thing.name === centralName) ?? owner ?? plan.tables[0];
      if (at && !at.features.includes(feature)) at.features.push(feature);
    }
  }

  function read(said: string): void {
    // "- I need a table for suppliers"
    const sentence = said.replace(
      /^(?:- )?(?:(?:i|we) (?:also )?(?:need|want) )?(?:an? )?(?:tables?|sections?) (?:for|of)\s+/i,
      "",
    );
    if (!readColon(sentence)) for (const frame of framesOf(sentence, among)) readFrame(frame);
    features(sentence);
  }

  function finish(): Plan {
    const central = kind && knownNamed(kind.central);
    const hasCentral = central && plan.tables.some((table) => table.thing?.name === central.name);
    const named = plan.tables.filter(({ isAssumed, act }) => !isAssumed && !act).length;
    if (kind && (kind.isGuess ? named === 0 : named < 2 || !hasCentral)) {
      const missing = named < 2 ? kind.things : [kind.central];
      for (const name of missing) {
        const thing = knownNamed(name);
        if (thing && !plan.refused.includes(singular(name).toLowerCase())) table(name, thing);
      }
    }
    plan.tables = plan.tables.filter(
      (made) =>
        !plan.refused.includes(made.noun.toLowerCase()) &&
        !plan.refused.includes((made.thing?.name ?? "").toLowerCase()),
    );
    const rank = (made: PlannedTable) => (made.thing && central && made.thing.name === central.name ? -1 : 0);
    plan.tables.sort((left, right) => rank(left) - rank(right));
    plan.tables[0]?.said.push(...pending);
    return plan;
  }

  return Object.assign(plan, { read, finish });
}
