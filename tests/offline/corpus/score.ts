import { type AppModel, readModel, type View } from "@/offline/model/app-model";
import { kindOf, labelFor } from "@/offline/model/field-kinds";
import { wordsOf } from "@/offline/language/inflect";
import { differencesBetween } from "@/offline/request/differences/between";
import { doubts } from "@/offline/doubts/offer";
import { conversation, today } from "../../support/offline";

/** One sentence with what must come of it; `scene` is the first prompt of the app that is changed. "*Order" is any name that ends so. */
export type Case = { scene?: string; say: string; expected: string[] };
export type Verdict = { faults: string[]; isSilent: boolean };

/** Apps that changes are made to. */
export const scenes: Record<string, string> = {
  crm: "A CRM with contacts (name, email, status: lead/won/lost), deals (title, amount, stage: lead/proposal/won/lost, due date) that belong to a contact, and a dashboard",
  helpdesk:
    "A help desk: tickets (title, description, priority: low/medium/high, status: open/waiting/closed, due date) and customers (name, email)",
  homes: "Real estate: properties (title, address, price, bedrooms, status: available/sold) and agents (name, phone)",
};

/** A line "!name first sentence" names an app of the file's own that changes are made to. */
export function parseCorpus(text: string): Case[] {
  const cases: Case[] = [];
  const own: Record<string, string> = {};
  for (const line of text.split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const named = /^!(\w+) (.+)$/.exec(line);
    if (named) own[named[1]!] = named[2]!;
    else if (line.startsWith("  ")) cases.at(-1)!.expected.push(line.trim());
    else {
      const scene = /^@(\w+) /.exec(line);
      cases.push({
        ...(scene ? { scene: own[scene[1]!] ?? scenes[scene[1]!]! } : {}),
        say: line.slice(scene?.[0].length ?? 0).replaceAll("\\n", "\n"),
        expected: [],
      });
    }
  }
  return cases;
}

const key = (text: string) => wordsOf(text).join("");
const alternatives = (text: string) =>
  text
    .split("|")
    .map((part) => part.trim())
    .filter(Boolean);
const list = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

type Turn = ReturnType<ReturnType<typeof conversation>["say"]>;
const modelOf = (app: ReturnType<typeof conversation>) => readModel(app.files, "Untitled").model;

/** Cache: most changes are made to one of a few apps, whose first turn costs as much as the change. */
const begun = new Map<string, ReturnType<typeof conversation>["begun"]>();

function begin(scene: string | undefined) {
  if (!scene) return conversation();
  const known = begun.get(scene);
  if (known) return conversation(undefined, undefined, known);
  const app = conversation();
  app.say(scene);
  begun.set(scene, app.begun);
  return app;
}

export function scoreCase({ scene, say, expected }: Case): Verdict {
  const app = begin(scene);
  const before = modelOf(app);
  const turn = app.say(say);
  const after = modelOf(app);
  const faults = [
    ...turn.failed.map((failed) => `refused by the platform: ${JSON.stringify(failed)}`),
    ...(scene ? changeFaults(expected, before, after, turn) : appFaults(expected, after, turn)),
  ];
  const isTold = /What I did not do|I could not|did not understand|cannot|do not know|already/i.test(turn.text);
  return { faults, isSilent: faults.length > 0 && turn.actions.length > 0 && !isTold };
}

/** Faults of the app that a first message and then requests make. */
function faultsAfter({ say, expected }: Case, requests: string[]): string[] {
  const app = conversation();
  const turn = app.say(say);
  for (const request of requests) app.say(request);
  return appFaults(expected, modelOf(app), turn);
}

/** What is offered after a first message, where the builder may have misread it. */
export function offersFor({ say }: Case): string[] {
  const app = conversation();
  app.say(say);
  const model = modelOf(app);
  return [...doubts([say], model, app.files, model.name, today)].filter((words) => words !== undefined);
}

/** The fewest of the offered requests that make a wrongly read first message entirely right; Infinity where none do. */
export function clicksTo(one: Case, offers: string[]): number {
  const choices = Array.from({ length: 2 ** offers.length - 1 }, (_, at) =>
    offers.filter((_, bit) => (at + 1) & (1 << bit)),
  ).sort((left, right) => left.length - right.length);
  return choices.find((chosen) => faultsAfter(one, chosen).length === 0)?.length ?? Infinity;
}

function changeFaults(expected: string[], before: AppModel, after: AppModel, turn: Turn): string[] {
  const seeds = turn.staged.records.map(({ entity, rows }) => `rows ${entity} ${rows.length}`);
  const lines = [...differencesBetween(before, after).map(({ line }) => line), ...seeds];
  if (expected.some((line) => /^(?:declined|same)/.test(line))) {
    const faults = lines.length > 0 ? [`changed: ${lines.join(" ; ")}`] : [];
    if (expected.includes("declined") && !/What I did not do|cannot/i.test(turn.text))
      faults.push(`does not say that it was not done: ${turn.text.slice(0, 120)}`);
    return faults;
  }
  const { missing, more } = compared(expected, lines, turn.text);
  const faults = missing.map((line) => `missing: ${line}`);
  if (!expected.includes("...")) {
    const isNewTable = lines.some((line) => line.startsWith("+table"));
    for (const line of more) if (!(isNewTable && /^(?:rows|\+page list)/.test(line))) faults.push(`too much: ${line}`);
  }
  if (faults.length > 0 && lines.length === 0) faults.push(`said: ${turn.text.replaceAll("\n", " ").slice(0, 160)}`);
  return faults;
}

/** Lines that may answer to several wishes: "filters status, customer", "read=admin write=admin". */
const ofSeveral = /^(?:~|access|rules)/;

/** Which expectations ("= one | another") no line of an app's difference answers to, and the lines that nobody expected. */
export function compared(expected: string[], lines: string[], text: string): { missing: string[]; more: string[] } {
  const left = new Set(lines);
  const missing = expected.filter((line) => {
    if (!line.startsWith("=")) return false;
    const options = alternatives(line.slice(1));
    const answers = (line: string) => options.some((option) => fits(line, option));
    const found = [...left].find(answers) ?? lines.find((line) => ofSeveral.test(line) && answers(line));
    if (found) left.delete(found);
    // "|same": a stranger cannot know that the app does it already; then it must say so.
    return !found && !(options.includes("same") && /\balready\b/i.test(text));
  });
  return { missing, more: [...left].filter((line) => !isOfAdmins(line, lines)) };
}

/** "people only see their own" leaves all rows to admins, by rules beside the pair, which the labels name alone. */
const isOfAdmins = (line: string, lines: string[]): boolean => {
  const [, table, operation] = /^rules (\w+) (read|update|delete)=creator\|admin$/.exec(line) ?? [];
  const right = operation === "read" ? "read=creator" : "write=creator";
  return lines.some((one) => one.startsWith(`access ${table} `) && one.includes(right));
};

/** Every word of the expectation, in its order, in the line; "$" is its end. */
function fits(line: string, option: string): boolean {
  let at = 0;
  for (const word of option.replaceAll("*", "").split(/\s+/)) {
    if (word === "$") return at === line.length;
    const found = line.toLowerCase().indexOf(word.toLowerCase(), at);
    if (found < 0) return false;
    at = found + word.length;
  }
  return line[0] === option[0];
}

/** Names that no table may have, in any app: what people do with things, parts of the screen, pieces of sentences. */
const nonsense =
  /^(?:select\w*|filter\w*|search\w*|sort(?:ed|ing)?|view|browse\w*|download\w*|export\w*|print(?!ers?$)\w*|upload\w*|edit\w*|delet\w+|manag\w+|add|adding|creat\w+|display\w*|show|choos\w+|click\w*|see|track|tracking|using|based|allow(?:s|ed|ing)?|able|website|app|page|user interface|background|components?|colou?rs?|details?|features?$|functions?|dashboard|charts?|way|thing|list)\b/i;

function appFaults(expected: string[], model: AppModel, turn: Turn): string[] {
  const faults: string[] = [];
  const { entities } = model;
  const names = (alternative: string) =>
    entities.filter((entity) =>
      [entity.name, entity.title ?? ""].some((name) =>
        alternative.startsWith("*") ? key(name).endsWith(key(alternative)) : key(name) === key(alternative),
      ),
    );
  const pick = (said: string) => alternatives(said).flatMap(names)[0];
  const isEmpty = expected.some((line) => line === "tables");
  if (!isEmpty && model.pages.length === 0) faults.push(`no page: ${turn.text.replaceAll("\n", " ").slice(0, 140)}`);
  // A theatre's "Show" is no part of the screen.
  const wanted = expected.flatMap((line) =>
    line.startsWith("tables ") ? list(line.slice(7)).flatMap(alternatives) : [],
  );
  for (const { name } of entities)
    if (!wanted.includes(name) && !wanted.includes(`*${name}`))
      if (nonsense.test(wordsOf(name).join(" ")) || wordsOf(name).length > 4) faults.push(`nonsense: ${name}`);
  for (const line of expected) {
    const [word = "", ...parts] = line.split(" ");
    const rest = parts.join(" ");
    if (word === "tables") {
      if (rest === "" && entities.length > 0) faults.push(`has tables: ${entities.map(({ name }) => name).join(", ")}`);
      for (const said of list(rest))
        if (!pick(said)) faults.push(`no table ${said} in ${entities.map(({ name }) => name).join(", ")}`);
    } else if (word === "only" && entities.length > Number(rest))
      faults.push(`${entities.length} tables: ${entities.map(({ name }) => name).join(", ")}`);
    else if (word === "no") {
      for (const said of list(rest))
        for (const { name } of entities) if (key(name).includes(key(said))) faults.push(`has ${name}`);
    } else if (word === "fields") faults.push(...fieldFaults(rest, pick, entities, names));
    else if (word === "links")
      for (const pair of list(rest)) {
        const [from = "", to = ""] = pair.split("->").map((text) => text.trim());
        const targets = alternatives(to)
          .flatMap(names)
          .map(({ name }) => name);
        if (
          !alternatives(from)
            .flatMap(names)
            .some((one) => Object.values(one.properties).some((value) => targets.includes(value["x-reference"] ?? "")))
        )
          faults.push(`no link ${pair}`);
      }
    else if (word === "options") faults.push(...optionFaults(rest, names));
    else if (word === "types") faults.push(...typeFaults(rest, names));
    else if (word === "views") {
      for (const kind of list(rest))
        if (
          !model.pages.some(
            (page: View) => alternatives(kind).includes(page.kind) || alternatives(kind).includes(page.form ?? ""),
          )
        )
          faults.push(`no ${kind}`);
    } else if (word === "look")
      for (const pair of list(rest)) {
        const [role = "", hex] = pair.split("=");
        if (
          !alternatives(role).some(
            (one) =>
              (model.look.colors as Record<string, string | undefined>)[one] === hex ||
              (one === "components" && model.look.colors.accent === hex),
          )
        )
          faults.push(`${role} is ${JSON.stringify(model.look.colors)}`);
      }
    else if (word === "says" && !turn.text.toLowerCase().includes(rest.toLowerCase()))
      faults.push(`does not say “${rest}”: ${turn.text.slice(0, 100)}`);
    else if (word === "name" && model.name !== rest) faults.push(`is called ${model.name}`);
  }
  return faults;
}

type Entities = AppModel["entities"];

function fieldFaults(
  rest: string,
  pick: (said: string) => Entities[number] | undefined,
  entities: Entities,
  names: (said: string) => Entities,
): string[] {
  const match = /^([^:.]+)[:.]\s*(.+)$/.exec(rest);
  if (!match) return [];
  const owners = alternatives(match[1]!).flatMap(names);
  if (!pick(match[1]!)) return [`no table ${match[1]}`];
  return list(match[2]!.replaceAll(/(?:[A-Z]\w+\|?)+\./g, "")).flatMap((said) => {
    const isThere = owners.some((owner) =>
      Object.entries(owner.properties).some(([name, value]) =>
        alternatives(said).some(
          (word) => key(name).includes(key(word)) || key(labelFor(name, value)).includes(key(word)),
        ),
      ),
    );
    return isThere
      ? []
      : [
          `no field ${said} in ${owners.map((owner) => `${owner.name}: ${Object.keys(owner.properties).join(", ")}`).join(" / ")}`,
        ];
  });
}

const fieldOf = (owners: Entities, said: string) =>
  owners
    .flatMap((owner) => Object.entries(owner.properties))
    .find(([name, value]) =>
      alternatives(said).some(
        (word) => key(name).includes(key(word)) || key(labelFor(name, value)).includes(key(word)),
      ),
    );

function optionFaults(rest: string, names: (said: string) => Entities): string[] {
  const match = /^(\S+) (.+?): (.+)$/.exec(rest);
  const owners = alternatives(match?.[1] ?? "").flatMap(names);
  const found = fieldOf(owners, match?.[2] ?? "")?.[1];
  const has = (found?.enum ?? found?.items?.enum ?? []).map(String);
  return match && list(match[3]!).every((option) => has.includes(option)) && has.length === list(match[3]!).length
    ? []
    : [
        `options of ${match?.[2]}: ${has.join(", ") || "none"} (${owners.flatMap(({ properties }) => Object.keys(properties)).join(", ")})`,
      ];
}

/** "Box fragile: boolean|enum". */
function typeFaults(rest: string, names: (said: string) => Entities): string[] {
  const match = /^(\S+) (.+?): (.+)$/.exec(rest);
  const found = fieldOf(alternatives(match?.[1] ?? "").flatMap(names), match?.[2] ?? "");
  const kind = found && kindOf(...found);
  return kind && alternatives(match?.[3] ?? "").includes(kind) ? [] : [`${match?.[2]} is ${kind ?? "missing"}`];
}
