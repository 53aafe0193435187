import "server-only";
import type { Person } from "@/engines/model/schema";
import type { AppModel } from "./model/app-model";
import { withoutAccess } from "./access/read-access";
import { choiceSaid, ratersSaid } from "./change/plain/everyday-said";
import { openSent } from "./rights/strangers-said";
import { readPermissionRequest } from "./rights/table-access";
import { takenBack, withoutComplaints, withoutRemarks, withoutTakenBack } from "./change/message/complaints";
import { plainMessage } from "./change/message/whole-message";
import { clauseMax, readClause } from "./change/read-clause";
import type { ReadRequests } from "./change/read-learned";
import { readWishes } from "./change/read-wishes";
import { createDraft, type Draft, manyOf } from "./draft/draft";
import { createApp, wish } from "./first/create-app";
import { limitPlaces, takeLimit } from "./first/limits";
import { addParts } from "./first/pages/site-parts";
import { finishApp } from "./first/pages/finish-app";
import { customersOf, withoutJoining } from "./description/wishes/customers";
import { withoutNotices } from "./description/wishes/notices";
import { sendingOf, withoutSending } from "./description/wishes/strangers";
import { withoutMode } from "./description/wishes/mode-said";
import { bracketedChoices, listedChoices } from "./first/first-app";
import { withoutGroup } from "./rephrase/group-said";
import { inFull } from "./description/text/in-full";
import { withoutRowColors } from "./description/wishes/row-colors-said";
import { plainBullets } from "./description/text/bulleted";
import { plainNotation } from "./description/text/notation";
import { plainFeatures } from "./description/software/features-said";
import { plainBrief } from "./description/brief/brief";
import { tellsFields } from "./description/told/fields";
import { readTold } from "./description/told/read-told";
import { withoutOpening } from "./description/wishes/opening-hours";
import { colorsIn } from "./language/colors";
import { paletteOf } from "./look/palette";
import { withoutColors } from "./description/wishes/look-said";
import { withoutAnonymity } from "./description/wishes/anonymous-said";
import { inPlainWords } from "./rephrase/in-plain-words";
import { addSaidFields, isStranger } from "./first/said-fields";
import { plainStructure } from "./description/software/structure-said";
import { plainTail } from "./description/wishes/tail-said";
import { wishSaid } from "./rephrase/wish-said";
import { withoutUnique } from "./description/wishes/unique-said";
import { corrected, splitClauses, plusAsAnd, splitOutside, normalize } from "./language/normalize";
import { differencesBetween } from "./request/differences/between";
import { withoutLetter } from "./language/letter";
import { showNewInOwnWords } from "./first/names/own-words";
import { stripPoliteness } from "./language/politeness";
import { byOwnName, type GermanWord, germanInEnglish } from "./lexicon/german-in-english";
import { languageOf, notUnderstood } from "./lexicon/other-languages";
import { withUmlauts } from "./lexicon/umlauts";
import { marksOf } from "./request/meaning/marks";
import { pairSaid } from "./lexicon/unique-words";
import { faultHint } from "./draft/person";
import { withoutBack } from "./change/message/back-said";
import { addBrief, addFeatures, readFirstOf } from "./first-wishes";
import { readImportRequest, readSecretsRequest } from "./requests";

/** The grammar's patterns take more than linear time; beyond this a sentence is no request of a person. */
const messageMax = 20_000;
/** More than this in one message is no request of a person either. */
const clausesMax = 150;

/** The entity last spoken of, for "it" in the next message. */
export function lastTouched(model: AppModel, earlier: string[]): string | undefined {
  for (const [at, text] of [...earlier.entries()].toReversed()) {
    const named = model.entities
      .map((entity) => ({
        entity,
        at: Math.max(
          text.toLowerCase().lastIndexOf(manyOf(entity)),
          text.toLowerCase().lastIndexOf(entity.name.toLowerCase()),
        ),
      }))
      .filter(({ at }) => at >= 0)
      .sort((left, right) => right.at - left.at);
    // What an app was described by names all of its tables, of which the first is what it is about.
    if (at === 0 && named.length > 1) return model.entities[0]!.name;
    if (named[0]) return named[0].entity.name;
  }
  return model.entities.length === 1 ? model.entities[0]!.name : undefined;
}

/** What a German message may name of an app. */
const knownParts = (model: AppModel) => ({
  keeps: (noun: string) => marksOf(noun, model).some(({ entities }) => entities.length > 0),
  names: (word: string) =>
    marksOf(word, model).some(({ entities, fields }) => entities.length === 0 && fields.length > 0),
});

const nothingSaid = { mode: undefined, mood: undefined };

/** "how many rentals per tool? as a chart" is one request. */
const drawnBehind = /\?\s+(?=(?:as )?(?:an? )?(?:\w+ )?(?:chart|graph|diagram)\b)/gi;
/** "priority should also allow urgent": "allow" would begin a clause of its own. */
const alsoAllows = /\b(?:should|could|may|must) also (?:allow|accept|offer|include)\b/gi;

/**
 * Works a message into the app. The draft tells what was done, assumed and skipped.
 * @param read who reads what the rules do not understand of a change
 * @param isBriefRead whether a brief is written out as a list of what is kept
 * @param isAccessApart whether the words on who may do what are kept from the other readers
 */
export function understand(
  text: string,
  model: AppModel,
  earlier: string[] = [],
  person?: Person,
  read?: ReadRequests,
  isBriefRead = true,
  isAccessApart = true,
): Draft {
  const draft = createDraft(model, lastTouched(model, earlier), person);
  if (/^The following errors happened in the app\b/.test(text)) {
    draft.skipped.push(
      `I build by fixed rules and cannot find faults in code, so I changed nothing. Press Revert below the last message that worked${faultHint(draft.person)}.`,
    );
    return draft;
  }
  const isEmpty = model.entities.length === 0 && model.pages.length === 0;
  if (text.length > messageMax)
    draft.skipped.push(`I read the first ${messageMax} characters of a message; yours has ${text.length}.`);
  const letterSaid = withoutLetter(text.slice(0, messageMax));
  const notices = isEmpty ? withoutNotices(letterSaid) : { rest: letterSaid, skipped: [] };
  const hours = isEmpty ? withoutOpening(notices.rest) : { rest: letterSaid, wishes: [] };
  const access = isEmpty ? withoutAccess(hours.rest) : { rest: letterSaid, said: [], unread: [] };
  const kept = isAccessApart ? access.rest : hours.rest;
  const sending = isEmpty ? withoutSending(kept) : { rest: letterSaid, deeds: [] };
  const { rest: room, limit } = isEmpty ? takeLimit(sending.rest) : { rest: letterSaid, limit: null };
  const { rest: given, isAnonymous } = isEmpty ? withoutAnonymity(room) : { rest: room, isAnonymous: false };
  if (isAnonymous) draft.isAnonymous = true;
  const letter = isEmpty ? withoutJoining(given) : given;
  const listed = isEmpty && isBriefRead ? plainBrief(letter) : null;
  // What rows hold, the reader of tasks tells whose it is.
  const tasks = isEmpty && isBriefRead ? readTold(letter) : null;
  const told = listed && !tellsFields(tasks) ? null : tasks;
  const brief = told ? null : listed;
  const plainly = isEmpty && !brief && !told ? withoutColors(letter) : { rest: letter, wishes: [] };
  const whole = brief?.text ?? (isEmpty ? inPlainWords(plainly.rest) : letter);
  const features = isEmpty
    ? plainFeatures(plainStructure(plainBullets(plainTail(withoutGroup(wishSaid(whole) || whole)))))
    : { text: whole, wishes: [], outside: [], roles: [], stack: [] };
  const byRows = isEmpty ? withoutRowColors(inFull(features.text)) : { rest: whole, wishes: [] };
  const typed = byRows.rest;
  const heard = isEmpty ? normalize(typed) : withoutTakenBack(plusAsAnd(normalize(withUmlauts(typed))), draft);
  if (!isEmpty && (heard === "" || takenBack.test(heard))) {
    draft.answers.push("Then everything stays as it is: I changed nothing.");
    return draft;
  }
  const isOfGerman = model.entities.some((entity) => entity["x-plural"] !== undefined);
  const language = languageOf(heard, isOfGerman);
  if (language && notUnderstood[language]) {
    draft.answers.push(notUnderstood[language]);
    return draft;
  }
  const words: GermanWord[] = [];
  const changed = isEmpty ? undefined : knownParts(model);
  const inEnglish = language === "de" ? germanInEnglish(isEmpty ? heard : byOwnName(heard), words, changed) : heard;
  const english = isEmpty && language === "de" ? plainTail(inEnglish) : inEnglish;
  if (english !== heard) draft.assumed.push(`I know German by a small word list, and read this as “${english}”.`);
  if (readPermissionRequest(english, draft)) return draft;
  const { rest, mode, mood } = isEmpty
    ? withoutMode(corrected(english))
    : { ...nothingSaid, rest: corrected(plainMessage(ratersSaid(withoutBack(english, earlier), draft))) };
  const unique = isEmpty ? withoutUnique(rest) : { rest, wishes: [] };
  const noted = isEmpty
    ? plainNotation(unique.rest)
    : choiceSaid(withoutRemarks(withoutComplaints(rest), draft), draft);
  const said = withoutRequests(
    listedChoices(noted.replaceAll(alsoAllows, "can also be").replaceAll(drawnBehind, " ")),
    draft,
  );
  if (said === "") return draft;
  if (!isEmpty) draft.change = said;
  const sentences = splitOutside(said, /^(?:[.!?]+(?=\s|$)|\n+|,?\s+(?:where|in which)\s+(?=(?:each|every)\s))/i)
    .map((sentence) => (sentence.startsWith("- ") ? sentence : stripPoliteness(sentence)))
    .filter(Boolean);
  // Tables without a page are what a stopped turn leaves behind, or what somebody made in the database panel.
  const isNew = isEmpty || (model.pages.length === 0 && wish.test(sentences[0] ?? ""));
  const isApp = isNew
    ? !said.endsWith("?") || /^(?:build|create|make|design|develop|set up)\b/i.test(sentences[0] ?? "")
    : /^(?:build|create|make|i (?:want|need))(?: me| us)? (?:[\w-]+ ){0,5}?(?:app|application|tool|system|crm|website|platform|portal)\b(?! (?:field|column|address|link|url|of each))/i.test(
        sentences[0] ?? "",
      ) && !/\b(?:the|this|my) (?:app|site|website)\b/i.test(sentences[0] ?? "");
  // The learned reader reads the message as it was typed, but for the look.
  const described = mode ? withoutMode(typed).rest : typed;
  const message = bracketedChoices(unique.wishes.length > 0 ? withoutUnique(described).rest : described);
  const isCreated: boolean =
    isApp &&
    sentences.length > 0 &&
    createApp(
      {
        sentences,
        said: listed?.said ?? said,
        message,
        isNew,
        words,
        told,
        isBrief: brief !== null,
        customers: customersOf(letterSaid) ?? customersOf(english),
        access: access.said,
      },
      draft,
      readClause,
    );
  // "a list of events that visitors of our website can look at": nothing else names what is kept.
  if (isEmpty && isAccessApart && !isCreated && kept !== hours.rest)
    return understand(text, model, earlier, person, read, isBriefRead, false);
  // "warm colours", "use dark blue and gold": one colour alone is read as ever.
  const palette = isEmpty ? null : paletteOf(said);
  const colored = palette && (palette.length > 1 || colorsIn(said).length === 0) ? palette : null;
  const asked = colored ?? (sentences.length === 1 && pairSaid.test(said) ? [said] : clausesOf(said));
  const clauses = isCreated ? [] : asked;
  const wishes = clauses.slice(0, clausesMax);
  // What the rules do not understand of a change is read as it was learned.
  if (isNew || isCreated) for (const clause of wishes) readClause(clause, draft);
  else readWishes(wishes, said, draft, read);
  if (!isEmpty && !isCreated && words.length > 0) tellInOwnWords(words, model, draft);
  if (clauses.length > clausesMax)
    draft.skipped.push(`I read the first ${clausesMax} requests of a message; yours has ${clauses.length}.`);
  if (isNew && !isCreated && draft.model.entities.length > 0) finishApp(draft, draft.model.entities, { said });
  draft.skipped.push(...notices.skipped);
  if (mode && draft.model.entities.length > 0) readClause(`${mode} mode`, draft);
  if (mood && draft.model.entities.length > 0) readClause(`make it look ${mood}`, draft);
  if (isCreated)
    for (const unread of access.unread.filter(
      (one) => ![...draft.skipped, ...draft.unclear].some((line) => line.includes(one)),
    ))
      draft.skipped.push(
        `“${unread}”: I did not understand who may do what here, so nobody is let in or kept out by it. Say it as in “only admins can edit orders”.`,
      );
  if (isCreated) {
    if (limit !== null) limitPlaces(draft, limit);
    addParts(draft, plainly.rest);
    addFeatures(features, draft);
    openSent(draft, [...sending.deeds, ...sendingOf(typed)]);
  }
  if (draft.model.entities.length > 0)
    for (const wordings of [
      ...unique.wishes,
      ...byRows.wishes,
      ...[...hours.wishes, ...plainly.wishes].map((wish) => [wish]),
    ])
      readFirstOf(wordings, draft);
  if (brief && draft.model.entities.length > 0) {
    addBrief(brief, draft);
    // What rows hold, the readers of sentences know better.
    if (brief.isDetailed) {
      const other = understand(text, model, earlier, person, read, false);
      if (other.model.entities.length > 0 && isStranger(draft, other, text)) return other;
      addSaidFields(draft, other, text);
    }
  }
  return draft;
}

/** Gives what a German change has added the names that it was said by, and tells of it by these. */
function tellInOwnWords(words: GermanWord[], before: AppModel, draft: Draft): void {
  const told = differencesBetween(before, draft.model).map(({ said }) => said);
  showNewInOwnWords(words, before, draft.model);
  const own = differencesBetween(before, draft.model).map(({ said }) => said);
  if (own.length === told.length) draft.done = draft.done.map((line) => own[told.indexOf(line)] ?? line);
}

/** Secrets and tables of other apps are asked for by a card, whatever the app is; the rest of the message is read as ever. */
function withoutRequests(said: string, draft: Draft): string {
  const sentences = splitOutside(said, /^(?:[.!?]+(?=\s|$)|\n+)/);
  const others = sentences.filter((sentence) => {
    const clause = stripPoliteness(sentence);
    if (clause.length > clauseMax) return true;
    return !readSecretsRequest(clause, draft) && !readImportRequest(clause, draft);
  });
  return others.length === sentences.length ? said : others.join(".\n");
}

/** A question keeps its mark, which the clause splitter drops. */
function clausesOf(said: string): string[] {
  const clauses = splitClauses(said);
  const last = clauses.at(-1);
  const isQuestion =
    said.endsWith("?") &&
    last !== undefined &&
    !/(?:^|[.!?]\s+)(?:can|could|would|will) you\b[^.!?]*\?$/i.test(said) &&
    !/^(?:add|create|make|remove|delete|rename|change|set|turn|show|put|use|give|let|move|build|store|save|record|track|undo|revert)\b/i.test(
      last,
    );
  return isQuestion ? [...clauses.slice(0, -1), `${last}?`] : clauses;
}
