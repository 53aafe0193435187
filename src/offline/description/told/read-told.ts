import "server-only";
import { isPlural, singular } from "../../language/inflect";
import { knownAs } from "../../lexicon/known";
import { tasks } from "../../words/tasks";
import { isForAll } from "../brief/brief";
import type { ToldTable } from "./fields";
import { keep, type Told } from "./kept";
import { doneTo } from "./object";
import { isPersonNoun, rowNoun } from "./nouns";
import { wishesIn } from "./sentences";
import { tellDecision } from "./deeds";
import type { Doing } from "./rows";
import { type Entered, linkInside } from "./inside";
import { tellTask } from "./tell";

/** "set a report to open", "confirm reports": rows, and no view of others. */
const reported =
  /\b(?:set|confirm|reject|assign|mark|close|approve|lock|check|check off|handle) (?:an? |the |each |every )?reports?\b/i;

/** What a brief in sentences of who does what keeps; null where it tells something else as well. */
export function readTold(message: string): ToldTable[] | null {
  const wishes = wishesIn(message);
  const isSite = isForAll(message.split(/[.!?]/)[0]!);
  if (!wishes) return null;
  const told: Told = {
    tables: [],
    topic: undefined,
    later: [],
    entered: undefined,
    owned: undefined,
    isFunction: true,
    chosen: [],
    hasReports: reported.test(message),
  };
  for (const wish of wishes) {
    if ("pages" in wish) {
      for (const { head } of doneTo(wish.pages).phrases) {
        const isRows = isPlural(head) || knownAs(head) !== null;
        const noun =
          !isRows || tasks().onlyUsing.has(head)
            ? null
            : (rowNoun(head, true) ??
              (isPlural(head) && /^[a-z]+$/.test(head) && !tasks().noPages.has(head) ? singular(head) : null));
        if (noun) keep(told, noun, { isPerson: isPersonNoun(noun) });
      }
      continue;
    }
    const isFunction = wish.who === null;
    told.isFunction = isFunction;
    told.chosen = [];
    told.entered = undefined;
    const entered: Entered[] = [];
    // "agents set priority and status and close tickets": of the tickets.
    const named = wish.tasks.flatMap(({ object }) =>
      doneTo(object).phrases.flatMap(({ head }) => told.tables.find((one) => one.noun === singular(head)) ?? []),
    );
    if (
      !isFunction &&
      named[0] &&
      !named[0].isPerson &&
      wish.tasks[0] &&
      /^(?:set|update|change|enter|note)$/.test(wish.tasks[0].verb)
    )
      told.topic = named[0];
    // "captains" of a site are no list that it keeps.
    const who = wish.who ? singular(wish.who) : null;
    if (!isSite && wish.who && isPlural(wish.who) && !tasks().onlyUsing.has(wish.who) && knownAs(who!))
      keep(told, who!, { isPerson: isPersonNoun(who!) });
    for (let at = 0; at < wish.tasks.length; at++) {
      const task: Doing = { ...wish.tasks[at]!, who };
      const next = wish.tasks[at + 1];
      const isPair = next?.isOr === true && tasks().deciding.has(task.verb);
      const made = isPair ? tellDecision(told, [task, { ...next, who }]) : tellTask(told, task, isFunction);
      if (isPair) at += 1;
      const last = made.findLast(({ isPerson }) => !isPerson) ?? made.at(-1);
      if (last) told.topic = last;
      if (last && !isFunction && / with /.test(task.object)) told.entered = last;
      if (isFunction) for (const table of made) table.verbs.add(task.verb);
      else entered.push(...made.map((table) => ({ table, verb: task.verb, isOne: /^an? /i.test(task.object) })));
    }
    linkInside(told, entered);
  }
  for (const settle of told.later) settle();
  if (told.tables.length < 2) return null;
  return told.tables.map(({ noun, fields, to }) => ({
    name: noun.charAt(0).toUpperCase() + noun.slice(1),
    fields,
    links: [...to].map((other) => other.noun.charAt(0).toUpperCase() + other.noun.slice(1)),
  }));
}
