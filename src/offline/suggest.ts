import "server-only";
import { accessOf, type AppModel, type Entity, type FieldKind, type SourceFile, type View } from "./model/app-model";
import { kindOf, labelFor, titleField } from "./model/field-kinds";
import { manyOf } from "./draft/draft";
import { isAddedByStrangers } from "./draft/rights";
import { isPersonLike } from "./lexicon/nouns";
import { isWhole, tryRequest } from "./try-request";
import { isDealing, isVoice, relatedTo } from "./model/columns";

type Kind = "open" | "view" | "table" | "mark" | "chart" | "order" | "filter" | "field" | "rule" | "look" | "rows";
type Candidate = { kind: Kind; words: string };

const hasView = ({ pages }: AppModel, kind: View["kind"], entity: Entity) =>
  pages.some((page) => page.kind === kind && page.entity === entity.name);

/** What is planned; a birthday, or when somebody joined, makes no calendar and is never late. */
const planned =
  /due|deadline|start|begin|^date$|date_and_time|^when$|^day$|expir|renew|until|closes|best_before|return|deliver|next|follow_up|schedul|plan|appointment|arriv|depart|check_in|pick_?up|valid|expected|event/;
const past =
  /last|since|birth|born|created|updated|joined|received|opened|posted|published|returned|delivered|finished|done/;
/** Options that rows go through, one after the other: only those make columns. */
const flow =
  /^(?:done|closed|won|lost|finished|complete[d]?|delivered|ready|in progress|doing|accepted|rejected|shipped|paid|approved|hired|resolved|published|fixed|answered|confirmed|packed|sent|offer)$/i;
const late = /due|deadline|until|expir|best_before|renew|valid/;
const sorts = /status|stage|state|categor|type|kind|priority|department|species|genre|difficulty|level|region|role/;
const stock = /^(?:stock|in_stock|quantity|quantity_in_stock|on_hand|available|copies|pieces)$/;
const work = /task|ticket|issue|bug|request|todo|case|repair|inquiry|complaint|assignment|chore/i;

type Column = { name: string; kind: FieldKind; label: string; options: string[]; reference?: string };
const columnsOf = ({ properties, "x-plural": isForeign }: Entity): Column[] =>
  Object.entries(properties).map(([name, property]) => ({
    name,
    kind: kindOf(name, property),
    // German nouns keep their capitals.
    label: isForeign ? labelFor(name, property) : labelFor(name, property).toLowerCase(),
    options: (property.enum ?? []).map(String),
    reference: property["x-reference"],
  }));

/** Requests for what a table lacks, as people would put them, and only such as suit what it keeps. */
function candidatesFor(model: AppModel, entity: Entity): Candidate[] {
  const many = manyOf(entity);
  const columns = columnsOf(entity);
  const isPerson = isPersonLike(entity.name.toLowerCase());
  const views = model.pages.filter((page) => page.entity === entity.name);
  const list = views.find(({ kind }) => kind === "list");
  const isTable = list !== undefined && (list.form ?? "table") === "table";
  const { rules } = entity["x-accessControl"] ?? {};
  const isEnteredByVisitors =
    ["creator", "anonymous"].includes(accessOf(entity).write) ||
    rules?.create !== undefined ||
    rules?.update !== undefined ||
    views.some(({ kind, form }) => kind === "form" || form === "slots" || form === "feed") ||
    model.purpose === "community" ||
    /(?:Ad|Listing|Offer|Post|Vote|Signup)$/.test(entity.name);
  const of = (kinds: FieldKind[], fits: (column: Column) => boolean = () => true) =>
    columns.find((column) => kinds.includes(column.kind) && fits(column));
  const state = of(["enum"], ({ options }) => options.some((option) => flow.test(option)));
  const date = isVoice(entity)
    ? undefined
    : of(["date", "datetime"], ({ name }) => planned.test(name) && !past.test(name));
  const isDrawn = (by: string, sum?: string) =>
    model.pages.some(({ charts = [] }) =>
      charts.some((chart) => chart.entity === entity.name && chart.by === by && (!sum || chart.sum === sum)),
    );
  const choice = of(["enum"], ({ name }) => sorts.test(name) && !isDrawn(name));
  const urgent = of(["enum"], ({ name }) => /priority|severity|urgen/.test(name));
  const mostUrgent = urgent?.options.find((option) => /^(?:urgent|high|critical|blocker|highest)$/i.test(option));
  const [rating, rated] = [of(["rating"]), of(["reference"])];
  const title = /^(?:name|title)$/.exec(titleField(entity) ?? "")?.[0];
  const image = of(["image"]);
  const sum = of(
    ["money"],
    ({ name }) => /amount|total|value|revenue|cost|paid/.test(name) && !/unit|per_|rate/.test(name),
  );
  const count = of(["number"], ({ name }) => stock.test(name));
  const isLateFor = date && late.test(date.name) ? date : undefined;
  const parent = of(["reference"], ({ name }) => !(list?.filters ?? []).includes(name));
  const has = (pattern: RegExp) => columns.some(({ name }) => pattern.test(name));
  const isMarked = model.look.conditions?.some((condition) => condition.entity === entity.name) ?? false;

  const found: Candidate[] = [];
  const add = (kind: Kind, words: string | false | undefined) => words && found.push({ kind, words });
  // Whoever publishes times to book wants customers to book them, who have no account.
  const isToBook = views.some(({ form }) => form === "slots") && isDealing(entity);
  const booked = /booking/i.test(many) ? "online" : many;
  add("open", isToBook && !isAddedByStrangers(entity) && `Anyone can book ${booked}`);
  add("view", state && !hasView(model, "board", entity) && `Show ${many} as a board by ${state.label}`);
  add("view", date && !hasView(model, "calendar", entity) && `Add a calendar of ${many} by ${date.label}`);
  add("view", image && isTable && !state && `Show ${many} as a gallery`);
  if (isTable && !isMarked) {
    add("mark", isLateFor && `Colour overdue ${many} red`);
    add("mark", mostUrgent && `Colour ${many} with ${urgent!.label} ${mostUrgent} red`);
    add("mark", rating && `Colour ${many} with ${rating.label} below 3 red`);
    add("mark", count && `Colour ${many} with ${count.label} below 5 red`);
  }
  add("chart", sum && choice && `Add a chart of ${sum.label} of ${many} by ${choice.label}`);
  add("chart", choice && `Add a chart of ${many} by ${choice.label}`);
  add(
    "chart",
    rating && rated && !isDrawn(rated.name) && `Add a chart of the average ${rating.label} per ${rated.label}`,
  );
  add("chart", rated && isTable && !isDrawn(rated.name) && `Add a chart of ${many} by ${rated.label}`);
  const isTalkedAbout = list?.form === "gallery" && !isPerson && ["site", "community"].includes(model.purpose);
  add(
    "table",
    isTalkedAbout && !relatedTo(model, entity).some((one) => isVoice(one.entity)) && `Let people comment on ${many}`,
  );
  add("filter", parent && isTable && `Filter ${many} by ${parent.label}`);
  const isFiltered = choice === undefined || (list?.filters ?? []).includes(choice.name);
  add("filter", list && !isTable && !isFiltered && `Filter ${many} by ${choice.label}`);
  add("field", isPerson && has(/email/) && !has(/phone/) && `Add a phone number to ${many}`);
  add("field", work.test(entity.name) && !has(/priority|urgen/) && `Add a priority to ${many}: low, medium, high`);
  add("field", list?.form === "gallery" && !isPerson && !has(/tag|categor|label|genre/) && `Add tags to ${many}`);
  add("field", !of(["longtext"]) && !isEnteredByVisitors && `Add notes to ${many}`);
  // Who books, posts or keeps a journal must be able to write.
  if (!isEnteredByVisitors && model.purpose !== "personal")
    add("rule", model.purpose === "office" ? `Only admins can delete ${many}` : `Only admins can edit ${many}`);
  add("order", date && isTable && list.sort?.field !== date.name && `Sort ${many} by ${date.label}`);
  add(
    "order",
    title && list && !list.sort && `Sort ${many} by ${labelFor(title, entity.properties[title]!).toLowerCase()}`,
  );
  return found;
}

/** The first tables matter most; the look and more rows suit every app, and come last. */
function candidatesOf(model: AppModel): Candidate[] {
  const tables = model.entities.slice(0, 4);
  if (tables.length === 0) return [];
  const isDark = model.look.mode === "dark" || model.look.preset === "night";
  return [
    ...tables.flatMap((entity) => candidatesFor(model, entity)),
    { kind: "look", words: isDark ? "Make it light" : "Make it dark" },
    { kind: "rows", words: `Add 10 sample ${manyOf(tables[0]!)}` },
  ];
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
    const trial = tryRequest(words, { files, appName }, today);
    // What opens a door tells what stays behind it.
    const works = kind === "open" ? trial.isDone && trial.left === 0 : isWhole(trial);
    if (works) given.add(kind);
    yield works ? words : undefined;
  }
}
