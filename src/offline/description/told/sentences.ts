import "server-only";
import { app, isLook } from "../brief/sentences";
import { splitOutside } from "../../language/normalize";
import { type Task, tasksIn } from "./phrases";

/** What somebody is to be able to do, or what the app is for. */
export type Wish = { who: string | null; tasks: Task[] } | { who: null; pages: string };

const functions =
  "(?:functionalit(?:y|ies)|functions?|features?|capabilit(?:y|ies)|options|tools|modules|the ability|the possibility)";
const it = `(?:(?:the|this|our|my|your) )?(?:[\\w-]+ ){0,3}?(?:${app}|it|there|trainer|center|centre)`;
const able = new RegExp(
  `^${it} (?:(?:should|must|will|can|could|shall|needs? to) )?(?:also )?(?:be|have|has|provide|provides|include|includes|offer|offers|support|supports) (?:(?:the|all|basic|core|main|key|following) )*${functions} (?:for|to|of|like|such as|including):? (.+)$`,
  "i",
);
const paged = new RegExp(
  `^${it} (?:(?:should|must|will|can|needs? to) )?(?:also )?(?:have|has|contain|contains|include|includes|need|needs) (?:(?:pages|sections|areas|an? (?:page|section)) (?:for|with|on|about|called):? )(.+)$`,
  "i",
);
/** "The website should have an article list, a guest book and an about page". */
const having = new RegExp(
  `^${it} (?:should|must|will|needs? to) (?:also )?(?:have|contain|include) ((?:an?|the) .+)$`,
  "i",
);
const roles =
  /(?:;\s*|,\s+(?:and |while |but )?|\s+(?:and|while|but)\s+)(?=(?:the )?[a-z-]+(?: [a-z-]+){0,2} (?:should|must) (?:also )?be able to )/i;
const doing =
  /^(?:(?:the|all|registered|logged-in|signed-in|our) )*([a-z][a-z-]*(?: [a-z][a-z-]*){0,2}) (?:(?:should|must|will|shall|would) (?:also )?(?:be able to|have the ability to)|(?:are|is) (?:also )?able to|can|may|could|should(?! (?:be|have)\b)|must(?! (?:be|have)\b)) (?:also )?(.+)$/i;
const isApp = new RegExp(`^(?!board$)(?:${app}|it|trainer)$`, "i");
const whose = /^(?:please )?(?:implement|build|create|develop|design|make|write)\b/i;

/** "duty planning, recording missions". */
const planning = /^(\w+) (planning|management|tracking|scheduling|booking)\b/i;

/** "a hostel website to show dorms and rooms". */
const purpose =
  /\b(?:web ?site|site|app|application|platform|portal|system|tool) (?:to (?=(?:show|present|display) )(.+)|for ((?:show|present|display)ing .+))$/i;

/** Reads the sentences of a brief; null where one of them tells something else than what is done. */
export function wishesIn(message: string): Wish[] | null {
  const [first = "", ...others] = splitOutside(message, /^(?:[.!?]+(?=\s|$)|\n+)/);
  if (!whose.test(first)) return null;
  const wishes: Wish[] = [];
  let hasFunctions = false;
  const [, base, gerund] = purpose.exec(first) ?? [];
  const why = base ?? gerund;
  if (why)
    wishes.push({
      who: null,
      tasks: tasksIn(why.replace(/ (?:with|where|in which) .*$/i, ""), base ? "base" : "gerund"),
    });
  for (const sentence of others) {
    const isDone = /\bable to\b/i.test(sentence);
    if (!isDone && isLook(sentence)) continue;
    const functional = able.exec(sentence)?.[1]?.replace(planning, "$2 $1s");
    const pages = paged.exec(sentence)?.[1];
    hasFunctions ||= (functional ?? pages) !== undefined;
    if (pages) {
      wishes.push({ who: null, pages });
      continue;
    }
    const parts = having.exec(sentence)?.[1];
    if (parts && !functional && !isDone) {
      wishes.push({
        who: null,
        pages: parts.replace(/(?:^|, | and )[\w -]+ pages?(?=,| and |$)/gi, "").replace(/ lists?(?=,| and |$)/gi, "s"),
      });
      continue;
    }
    if (functional) {
      wishes.push({ who: null, tasks: tasksIn(functional, /^\w+ing\b/i.test(functional) ? "gerund" : "base") });
      continue;
    }
    for (const clause of sentence.split(roles)) {
      const [, who, what] = doing.exec(clause) ?? [];
      if (!who || !what) return null;
      const name = who.toLowerCase();
      wishes.push({ who: isApp.test(name) ? null : name, tasks: tasksIn(what, "base") });
    }
  }
  const isTold = wishes.some((wish) => "tasks" in wish && wish.who !== null);
  return isTold && hasFunctions ? wishes : null;
}
