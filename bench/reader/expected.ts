/** What must differ in an app when a labelled request is carried out, in the notation of tests/offline/corpus. */
import { colorsIn } from "@/offline/language/colors";
import { cssHex } from "@/offline/language/css-colors";
import { plural, singular, snake, wordsOf } from "@/offline/language/inflect";
import { type AppModel, type Entity, type FieldKind } from "@/offline/model/app-model";
import { kindOf } from "@/offline/model/field-kinds";
import { listPage } from "@/offline/draft/compose";
import { currencyIn } from "@/offline/look/look";
import { parseField } from "@/offline/words/parse-field";
import { fieldNamed, type LabelledChange, nameKey, tableNamed } from "./change-labels";

/** @field wanted lines of which each must be there @field brings lines that may come with them */
export type Expected = { wanted: string[]; brings?: RegExp };

type Args = Record<string, string>;
type Said = {
  args: Args;
  model: AppModel;
  table: Entity | undefined;
  field: string | undefined;
  /** "Repair.due_date", or a part of it. */
  at: string;
  /** The page that lists the table. */
  page: string;
};

const parts = (list: string | undefined): string[] => (list ?? "").split("|").filter(Boolean);
/** The words of a name as they stand in the one that is made of it: "the due dates" → "due date". */
const inName = (name: string): string =>
  wordsOf(name.normalize("NFD").replaceAll(/\p{M}/gu, ""))
    .filter((word) => !/^(?:the|an?|of|for|their|its|our|my|whether|and|when|who)$/.test(word))
    .map((word) => stem(word))
    .join(" ");
/** What a word and its singular begin with: "women" → "wom". */
function stem(word: string): string {
  const one = singular(word);
  let size = 0;
  while (size < 5 && size < word.length && word[size] === one[size]) size += 1;
  return word.slice(0, size);
}
const one = (...options: string[]): Expected => ({ wanted: [`= ${options.join("|")}`] });
const colour = (said: string | undefined): string => {
  const [found] = colorsIn(said ?? "");
  return found ? (cssHex(found.name) ?? found.hex) : "#";
};
const rank: Record<string, FieldKind[]> = { number: ["number", "money", "percent"], date: ["date", "datetime"] };
const kindsLike = (kind: string) => rank[kind] ?? [kind];
// The title of a table that the same message makes is required anyway.
const field = (tell: string) => (said: Said) =>
  one(`~field ${said.at} ${tell}`, `+table ${said.table?.name} ${said.field}`, "same");
const look = (line: string) => () => one(`look ${line}`, "same");

const testOf = ({ who, role }: Args): string[] => {
  if (who === "admin") return ["admin"];
  if (who === "signed-in") return ["all"];
  if (who === "everyone") return ["anonymous", "all"];
  if (who === "own") return ["creator"];
  const name = singular((role ?? "").toLowerCase()).replaceAll(" ", "-");
  return [`role:${name}`, "all"];
};

function access({ args, table }: Said): Expected {
  const operations = args.may === "all" || !args.may ? ["read", "create", "update", "delete"] : [args.may];
  const wanted = operations.map((operation) => {
    const side = operation === "read" ? "read" : "write";
    const options = testOf(args).flatMap((who) => [
      `rules ${table?.name} ${operation}=${args.only ? "" : " "}${who}`,
      `access ${table?.name} ${side}=${who}`,
    ]);
    return `= ${[...options, "same"].join("|")}`;
  });
  // Of several operations one line says the same as all of them.
  return { wanted: wanted.slice(0, 1), brings: new RegExp(`^(?:rules|access) ${table?.name}\\b`) };
}

function chart({ args, table }: Said): Expected {
  const by = table && fieldNamed(table, args.by);
  const measure = args.sum ?? args.average;
  const amount = table && fieldNamed(table, measure);
  const line = [
    `+chart ${table?.name} by ${by ?? ""}`.trim(),
    measure && `${args.sum ? "sum" : "average"}=${amount}`,
    args.shape === "pie" ? "pie" : "",
  ];
  return { wanted: [`= ${line.filter(Boolean).join(" ")}|same`], brings: /^\+page dashboard|^[+-]chart/ };
}

function condition({ args, at }: Said): Expected {
  const number = /\d+(?:\.\d+)?/.exec(args.is ?? "")?.[0];
  const is = args.overdue ? "overdue" : (number ?? "");
  return one(`look condition ${at} ${is} ${args.color ? colour(args.color) : ""}`);
}

function option({ args, at }: Said): Expected {
  const options = args.value ? [args.value] : parts(args.options);
  return one(
    `~field ${at} ${options.map((each) => `+${each}`).join(" ")}`,
    `~field ${at} ${options.join(" ")}`,
    "same",
  );
}

function kind({ args, table, field: name, at }: Said): Expected {
  const options = parts(args.options);
  const has = table && name && kindOf(name, table.properties[name]!);
  const wanted =
    options.length > 0
      ? [`~field ${at} ${options.join(" ")}`, ...(has === "enum" ? ["same"] : [])]
      : [...kindsLike(args.kind ?? "").map((each) => `~field ${at} kind=${each}`), "same"];
  return { ...one(...wanted), brings: /^~field \S+ default=/ };
}

function added({ args, table, at }: Said): Expected {
  const name = parseField(args.name ?? "")?.label ?? args.name ?? "";
  const tells = [args.kind && !args.options ? kindsLike(args.kind) : [""]].flat();
  const behind = `${parts(args.options).join(" ")} ${args.required ? "required" : ""} ${args.unique ? "unique" : ""}`;
  const target = table ? `${table.name}.` : at;
  const isThere = table && fieldNamed(table, args.name) !== undefined;
  return {
    wanted: [
      `= ${tells.map((each) => `+field ${target} ${inName(name)} ${each} ${behind}`).join("|")}|~field ${target} ${inName(name)} links=${isThere ? "|same" : ""}`,
    ],
    brings: /^\+page calendar/,
  };
}

const page = (name: string | undefined, model: AppModel): string => {
  const key = inName(name ?? "").replace(/ ?(?:page|screen|tab|menu)$/, "");
  return model.pages.find(({ title }) => inName(title).includes(key))?.title ?? name ?? "";
};

/** What each sort of request makes; a sort without a line changes nothing. */
const sorts: Record<string, (said: Said) => Expected> = {
  "+field": added,
  "-field": ({ at }) => ({ wanted: [`= -field ${at}`], brings: /^(?:-chart|-page|~page|look -condition|~field)/ }),
  "rename-field": ({ at, args }) => one(`~field ${at} label= ${inName(args.to ?? "")}`, "same"),
  kind,
  required: field("required"),
  optional: field("optional"),
  unique: field("unique"),
  default: ({ at, args, table, field: name }) =>
    one(
      `~field ${at} default= ${table && name && table.properties[name]!.enum ? (args.value ?? "") : ""}`.trim(),
      "same",
    ),
  "+option": option,
  "-option": ({ at, args }) => one(`~field ${at} -${args.value}`, `~field ${at} options`),
  "rename-option": ({ at, args }) => one(`~field ${at} options ${args.to}`),
  "+table": ({ args }) => ({
    wanted: [`= +table ${inName(args.name ?? "").replaceAll(" ", "")}|+table ${inName(args.name ?? "")}`],
    brings: /^(?:rows|\+page|\+chart)/,
  }),
  "-table": ({ table }) => ({
    wanted: [`= -table ${table?.name}`],
    brings: /^(?:-page|-chart|[-~]field|look -condition|~page|rows)/,
  }),
  "rename-table": ({ table, args }) => ({
    wanted: [`= ~table ${table?.name} title= ${inName(plural(args.to ?? ""))}|same`],
    brings: /^~page .* title=/,
  }),
  link: ({ args, table, model }) => {
    const to = tableLike(model, args["to-table"]);
    return one(
      `+field ${table?.name}. ${to ? snake(to.name) : ""} reference`,
      `~field ${table?.name}. links=${to?.name}`,
      `+table ${table?.name} ${to ? snake(to.name) : ""}`,
      "same",
    );
  },
  "list-page": ({ table }) => one(`+page list ${table?.name}`, "same"),
  board: ({ table, field: name, page: list }) =>
    one(`+page board ${table?.name} ${name ?? ""}`.trim(), `~page ${list} board`, "same"),
  calendar: ({ table, page: list }) => one(`+page calendar ${table?.name}`, `~page ${list} calendar`, "same"),
  gallery: ({ table, page: list }) => one(`+page gallery ${table?.name}`, `~page ${list} gallery`, "same"),
  dashboard: () => ({ wanted: ["= +page dashboard|+chart|same"], brings: /^\+chart/ }),
  "text-page": ({ args }) => one(`+page text ${inName(args.name ?? "")}`),
  "-page": ({ args, model }) => one(`-page ${page(args.name, model)}`),
  "rename-page": ({ args, model }) =>
    one(`~page ${page(args.name, model)} title= ${inName(args.to ?? "")}`, `~table title= ${inName(args.to ?? "")}`),
  chart,
  "-chart": ({ table }) => ({ wanted: [`= -chart ${table?.name}|-page dashboard`], brings: /^-(?:chart|page)/ }),
  sort: ({ args, page: list, field: name }) =>
    one(`~page ${list} sort ${name} ${args.way === "desc" ? "desc" : "$"}`, "same"),
  group: ({ table, field: name, page: list }) =>
    one(`+page board ${table?.name}.${name}`, `~page ${list} ${name}`, "same"),
  filter: ({ page: list, field: name }) => one(`~page ${list} filters ${name}`, "same"),
  hide: ({ page: list, field: name }) => one(`~page ${list} hides ${name}`, "same"),
  color: ({ args }) => {
    const roles = args.role === "buttons" || args.role === "accent" ? [args.role, "components", "accent"] : [args.role];
    // A part takes the plain shade of a colour, or the one that CSS knows by its name.
    const shades = [colour(args.color), colorsIn(args.color ?? "")[0]?.hex];
    return one(...roles.flatMap((role) => shades.map((hex) => `look ${role}=${hex ?? ""}`)), "same");
  },
  condition,
  font: look("font="),
  dense: look("density=compact"),
  airy: look("density=airy"),
  dark: look("mode=dark"),
  light: look("mode="),
  round: look("radius=round"),
  sharp: look("radius=sharp"),
  "menu-top": look("layout=top"),
  "menu-side": look("layout="),
  style: look("preset="),
  currency: ({ args }) => one(`look currency=${currencyIn(args.value ?? "") ?? ""}`, "same"),
  access,
  samples: ({ table, args }) => ({ wanted: [`= rows ${table?.name} ${args.count ?? ""}`.trim()] }),
  "app-name": ({ args }) => one(`name ${inName(args.to ?? "")}`, "same"),
};

/** A table by the words of its scene; the app may call "training runs" just Run. */
function tableLike(model: AppModel, said: string | undefined): Entity | undefined {
  const exact = tableNamed(model, said);
  if (exact || !said) return exact;
  const like = model.entities.filter(
    ({ name }) => nameKey(said).endsWith(nameKey(name)) || nameKey(name).endsWith(nameKey(said)),
  );
  return like.length === 1 ? like[0] : undefined;
}

export function expectedOf({ sort, args, model }: LabelledChange["sorts"][number]): Expected {
  const table = tableLike(model, args.table);
  const name = table && fieldNamed(table, args.field);
  const list = table && listPage(model, table);
  return (
    sorts[sort]?.({
      args,
      model,
      table,
      field: name,
      at: `${table?.name}.${name ?? ""}`,
      page: list?.title ?? (table && model.pages.find(({ entity }) => entity === table.name)?.title) ?? "",
    }) ?? { wanted: [] }
  );
}
