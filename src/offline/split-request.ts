import "server-only";
import { applyEdit } from "@/engines/protocol/apply";
import { stepsMax } from "@/engines/protocol/schema";
import { readModel, type SourceFile } from "./model/app-model";
import { normalize, splitClauses, splitOutside } from "./language/normalize";
import { saidInstead } from "./draft/draft";
import { type Asked, replyTo } from "./reply";
import type { Change } from "./write/changes";

/** Trial runs for one request: each takes milliseconds of the server's thread. */
const trialsMax = 60;

type Trial = { files: SourceFile[]; isDone: boolean };

/** The app as a reply leaves it; undefined when an edit does not fit. */
function carriedOut(files: SourceFile[], changes: Change[]): SourceFile[] | undefined {
  const after = new Map(files.map(({ path, content }) => [path, content]));
  for (const { type, file, body, read, write } of changes) {
    if (type === "add_file" || type === "edit_file") after.set(file, body);
    else if (type === "delete_file") after.delete(file);
    else if (type === "add_entity" || type === "edit_entity")
      after.set(`entities/${file}.json`, withAccess(body, read, write));
    else if (type === "partial_edit") {
      const edited = applyEdit(after.get(file) ?? "", body);
      if (!edited.ok) return undefined;
      after.set(file, edited.content);
    }
  }
  return [...after].map(([path, content]) => ({ path, content }));
}

function withAccess(body: string, read: string | undefined, write: string | undefined): string {
  if (!read || !write) return body;
  const schema = JSON.parse(body) as { "x-accessControl"?: object };
  return JSON.stringify({
    ...schema,
    "x-accessControl": { ...schema["x-accessControl"], permissions: { read, write } },
  });
}

/** What an app is made of: its tables with their fields, and its pages. */
function essence(files: SourceFile[], appName: string): string {
  const { entities, pages } = readModel(files, appName).model;
  const tables = entities.map(({ name, properties }) => `${name}: ${Object.keys(properties).sort().join()}`);
  const views = pages.map(({ title, kind, entity = "", charts = [] }) => [title, kind, entity, charts.length].join());
  return [...tables.sort(), ...views.sort()].join("\n");
}

/** Carries out steps one after the other on copies of the app, as turns would. */
class Trials {
  #left = trialsMax;
  constructor(
    private readonly asked: Asked,
    private readonly today: Date,
  ) {}

  get isOver(): boolean {
    return this.#left <= 0;
  }

  /** @param before the steps that came before it in the conversation */
  run(step: string, before: string[], files: SourceFile[]): Trial {
    this.#left -= 1;
    const messages = [
      ...this.asked.messages,
      ...[...before, step].map((content) => ({ role: "user" as const, content })),
    ];
    const { draft, changes } = replyTo({ messages, workspace: { ...this.asked.workspace, files } }, this.today);
    const after = carriedOut(files, changes);
    const isDone = after !== undefined && changes.length > 0 && saidInstead(draft) === 0;
    return { files: after ?? files, isDone };
  }
}

/** The requests of a message in the person's own words: its sentences, and in an app that stands their clauses. */
function unitsOf(text: string, isNew: boolean): string[] {
  const sentences = splitOutside(normalize(text), /^(?:[.!?]+(?=\s|$)|\n+|;\s*)/).map((line) =>
    line.replace(/^- /, ""),
  );
  const units = isNew ? sentences : sentences.flatMap((sentence) => splitClauses(sentence));
  return units.filter((unit) => /\p{L}/u.test(unit)).map((unit) => unit[0]!.toUpperCase() + unit.slice(1));
}

/** Steps from the first units on: a unit that cannot stand alone belongs to the one before it. */
function gather(
  units: string[],
  lead: number,
  files: SourceFile[],
  trials: Trials,
): { steps: string[]; files: SourceFile[] } | undefined {
  const steps: string[] = [];
  let before = files;
  let now = files;
  for (const unit of [units.slice(0, lead).join(". "), ...units.slice(lead)]) {
    if (trials.isOver) return undefined;
    const alone = trials.run(unit, steps, now);
    if (alone.isDone) {
      before = now;
      now = alone.files;
      steps.push(unit);
      continue;
    }
    const last = steps.pop();
    if (last === undefined || trials.isOver) return undefined;
    const joined = `${last}. ${unit}`;
    const both = trials.run(joined, steps, before);
    if (!both.isDone) return undefined;
    now = both.files;
    steps.push(joined);
  }
  return { steps, files: now };
}

/**
 * Splits a request into steps, each of which the offline builder has carried out on a copy, and which together make the
 * app that the request makes at once.
 * @returns no steps when it is one piece of work, or when steps would make something else of it
 */
export function splitRequest(asked: Asked, text: string, today: Date): string[] {
  const { files, appName } = asked.workspace;
  const { model } = readModel(files, appName);
  const isNew = model.entities.length === 0 && model.pages.length === 0;
  const units = unitsOf(text, isNew);
  if (units.length < 2 || units.length > stepsMax) return [];
  const trials = new Trials(asked, today);
  const whole = trials.run(text, [], files);
  if (!whole.isDone) return [];
  const wanted = essence(whole.files, appName);
  for (let lead = 1; lead < units.length && !trials.isOver; lead += 1) {
    const found = gather(units, lead, files, trials);
    if (found && found.steps.length > 1 && essence(found.files, appName) === wanted) return found.steps;
    // In an app that stands, the first request is no description that others belong to.
    if (!isNew) break;
  }
  return [];
}
