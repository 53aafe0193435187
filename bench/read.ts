/**
 * Shows what the offline builder makes of messages: `node bench/run.mjs read "a library" ["add a due date" …]`. The first one
 * makes the app, the others change it. `-f FILE` reads a file with one app per line, its messages divided by " > ";
 * `-r` shows the sample rows, too, `-a` who may read, create, update and delete the rows of each table.
 */
import { readFileSync } from "node:fs";
import { testsOf } from "@/offline/draft/rights";
import { type AppModel, readModel } from "@/offline/model/app-model";
import { kindOf } from "@/offline/model/field-kinds";
import { differencesBetween } from "@/offline/request/differences/between";
import { conversation } from "../tests/support/offline";

const args = process.argv.slice(2);
const showsRows = args.includes("-r");
const showsAccess = args.includes("-a");
const file = args.includes("-f") ? args[args.indexOf("-f") + 1] : undefined;
const messages = args.filter((arg) => !arg.startsWith("-") && arg !== file);
const apps = file
  ? readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "" && !line.startsWith("#"))
      .map((line) => line.replaceAll("\\n", "\n").split(" > "))
  : [messages];

type Entity = AppModel["entities"][number];

function fieldLine([name, property]: [string, Entity["properties"][string]]): string {
  const options = property.enum ?? property.items?.enum;
  const kind = property["x-reference"] ? `→${property["x-reference"]}` : kindOf(name, property);
  const isPlain = kind === "text" || kind === "enum";
  return `${name}${isPlain ? "" : `:${kind}`}${options ? `(${options.join("|")})` : ""}`;
}

const tableLine = (entity: Entity) =>
  `  ${entity.name}${entity.title ? ` “${entity.title}”` : ""}: ${Object.entries(entity.properties).map(fieldLine).join(", ")}`;

const accessLine = (entity: Entity) =>
  `  rights of ${entity.name}: ${Object.entries(testsOf(entity))
    .map(
      ([operation, tests]) =>
        `${operation} ${tests.map((test) => (typeof test === "string" ? test : JSON.stringify(test))).join(", ") || "nobody"}`,
    )
    .join("; ")}`;

const pageLine = ({ pages }: AppModel) =>
  `  pages: ${pages.map(({ title, kind, form, entity }) => `${title} (${[form ?? kind, entity].filter(Boolean).join(" ")})`).join(", ")}`;

const lookLine = ({ look }: AppModel) =>
  `  look: ${look.preset} ${Object.entries(look.colors)
    .map(([role, color]) => `${role}=${color}`)
    .join(" ")}`;

for (const [first = "", ...changes] of apps) {
  const app = conversation();
  const made = app.say(first);
  let model = readModel(app.files, "Untitled").model;
  console.log(`\n» ${first}\n= ${model.name} (${model.purpose})`);
  for (const entity of model.entities) console.log(tableLine(entity));
  if (showsAccess) for (const entity of model.entities) console.log(accessLine(entity));
  if (model.pages.length > 0) console.log(`${pageLine(model)}\n${lookLine(model)}`);
  if (showsRows)
    for (const { entity, rows } of made.staged.records)
      for (const row of rows.slice(0, 3)) console.log(`    ${entity} ${JSON.stringify(row.fields)}`);
  console.log(made.text.replaceAll(/^/gm, "  | "));
  for (const words of changes) {
    const turn = app.say(words);
    const next = readModel(app.files, "Untitled").model;
    console.log(`  » ${words}`);
    for (const { line } of differencesBetween(model, next)) console.log(`    ${line}`);
    console.log(turn.text.replaceAll(/^/gm, "    | "));
    model = next;
  }
}
