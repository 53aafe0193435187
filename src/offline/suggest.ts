import "server-only";
import type { AppModel, Entity, SourceFile, View } from "./app-model";
import { kindOf, labelFor } from "./fields";
import { manyOf } from "./read/draft";
import { replyTo } from "./reply";

type Candidate = { kind: "view" | "chart" | "field" | "rule" | "look" | "rows"; words: string };

const hasView = ({ pages }: AppModel, kind: View["kind"], entity: Entity) =>
  pages.some((page) => page.kind === kind && page.entity === entity.name);
const fieldsOf = ({ properties }: Entity) => Object.entries(properties);

/** Requests for what the app lacks, phrased by people. The first tables matter most. */
function candidatesOf(model: AppModel): Candidate[] {
  const tables = model.entities.slice(0, 4);
  const found: Candidate[] = [];
  const add = (kind: Candidate["kind"], words: string) => found.push({ kind, words });
  for (const entity of tables) {
    const many = manyOf(entity);
    const named = (wanted: (kind: string, name: string) => boolean) =>
      fieldsOf(entity)
        .filter(([name, property]) => wanted(kindOf(name, property), name))
        .map(([name, property]) => labelFor(name, property).toLowerCase());
    const [choice] = named((kind) => kind === "enum");
    const [state] = named((kind, name) => kind === "enum" && /status|stage|state|phase/.test(name));
    const [date] = named((kind) => kind === "date" || kind === "datetime");
    const [sum] = named((kind, name) => kind === "money" && /amount|total|budget|value|revenue/.test(name));
    if (state && !hasView(model, "board", entity)) add("view", `Show ${many} as a board by ${state}`);
    if (date && !hasView(model, "calendar", entity)) add("view", `Add a calendar of ${many} by ${date}`);
    const isDrawn = (field: string | undefined) =>
      model.pages.some(({ charts = [] }) => charts.some((chart) => chart.entity === entity.name && chart.by === field));
    const choiceName = fieldsOf(entity).find(([name, property]) => kindOf(name, property) === "enum")?.[0];
    if (sum && choice) add("chart", `Add a chart of ${sum} of ${many} by ${choice}`);
    if (choice && !isDrawn(choiceName)) add("chart", `Add a chart of ${many} by ${choice}`);
    const has = (pattern: RegExp) => fieldsOf(entity).some(([name]) => pattern.test(name));
    if (has(/email/) && !has(/phone/)) add("field", `Add a phone number to ${many}`);
    if (!has(/note|comment|description|details/)) add("field", `Add notes to ${many}`);
    if (!has(/tag|categor|label/)) add("field", `Add tags to ${many}`);
    if (!has(/priority/) && date) add("field", `Add a priority to ${many}: low, medium, high`);
    add("rule", `Only admins can edit ${many}`);
    if (date) add("rule", `Sort ${many} by ${date}`);
    add("rows", `Add 10 sample ${many}`);
  }
  add("look", "Make it dark");
  add("look", "Use a green accent colour");
  return found;
}

/** Whether a request is understood completely: files change, and nothing is left out, assumed or explained instead. */
function isDone(words: string, files: SourceFile[], appName: string, today: Date): boolean {
  const { draft, changes } = replyTo(
    { messages: [{ role: "user", content: words }], workspace: { files, appName } },
    today,
  );
  const open = draft.skipped.length + draft.assumed.length + draft.answers.length;
  return changes.length > 0 && draft.done.length > 0 && open === 0;
}

/**
 * Suggestions for an app, one of each kind, each verified by a trial run of the offline builder. A generator, because a
 * trial takes milliseconds: the caller yields in between.
 */
export function* suggest(
  model: AppModel,
  files: SourceFile[],
  appName: string,
  today: Date,
): Generator<string | undefined> {
  const given = new Set<Candidate["kind"]>();
  for (const { kind, words } of candidatesOf(model)) {
    if (given.has(kind)) continue;
    const works = isDone(words, files, appName, today);
    if (works) given.add(kind);
    yield works ? words : undefined;
  }
}
