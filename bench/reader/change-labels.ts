/** Labelled changes: the notation of tests/offline/learn-changes, read into tags of tokens. */
import { readdirSync, readFileSync } from "node:fs";
import { singular } from "@/offline/language/inflect";
import { type AppModel, type Entity, readModel } from "@/offline/model/app-model";
import type { Tag } from "@/offline/learned/requests/reading/features";
import type { Detail } from "@/offline/learned/requests/reading/sorts";
import { type Scene, sceneOf } from "@/offline/learned/requests/reading/scene";
import { addEntity, setField } from "@/offline/draft/compose";
import { createDraft } from "@/offline/draft/draft";
import { parseField } from "@/offline/words/parse-field";
import { conversation } from "../../tests/support/offline";

export type Label = { said: string; sort: string; names: string[]; args: Record<string, string> };
export type LabelledChange = {
  file: string;
  say: string;
  model: AppModel;
  scene: Scene;
  row: Tag[];
  labels: Label[];
  /** @field model the app as the requests before this one leave it */
  sorts: { from: number; to: number; sort: string; args: Record<string, string>; model: AppModel }[];
};

/** The words of a label's arguments that the message brings: new names, values, options, texts. */
const brought = /(?<![\w-])(?:name|to|value|text|options|fields|is|role)="([^"]*)"/g;
/** "table=orders", `field="due date"`, "only". */
const argument = /(?<![\w-])([a-z-]+)(?:=(?:"([^"]*)"|(\S+)))?/g;

function parse(text: string): {
  scenes: Map<string, string>;
  cases: { scene: string; say: string; labels: Label[] }[];
} {
  const scenes = new Map<string, string>();
  const cases: { scene: string; say: string; labels: Label[] }[] = [];
  for (const line of text.split("\n")) {
    const scene = /^!(\w+) (.+)$/.exec(line);
    const begun = /^@(\w+) (.*)$/.exec(line);
    const label = /^\s+"(.*)" => (\S+)(.*)$/.exec(line);
    if (scene) scenes.set(scene[1]!, scene[2]!);
    else if (begun) cases.push({ scene: begun[1]!, say: begun[2]!, labels: [] });
    else if (label && line.startsWith(" "))
      cases.at(-1)!.labels.push({
        said: label[1]!,
        sort: label[2]!,
        names: [...label[3]!.matchAll(brought)].flatMap((match) => match[1]!.split("|")).filter(Boolean),
        args: Object.fromEntries(
          [...label[3]!.matchAll(argument)].map(([, name, quoted, bare]) => [name!, quoted ?? bare ?? "yes"]),
        ),
      });
    else if (line.trim() && !line.startsWith("#")) cases.at(-1)!.say += `\n${line}`;
  }
  return { scenes, cases };
}

const models = new Map<string, AppModel>();
function modelOf(said: string): AppModel {
  const known = models.get(said);
  if (known) return known;
  const app = conversation();
  app.say(said);
  const { model } = readModel(app.files, "Untitled");
  models.set(said, model);
  return model;
}

/** @param names beginnings of the files to read; none: all of them */
export function readLabelledChanges(folder: string, names: readonly string[] = []): LabelledChange[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt") && (names.length === 0 || names.some((begin) => name.startsWith(begin))))
    .sort()
    .flatMap((name) => {
      const { scenes, cases } = parse(readFileSync(`${folder}/${name}`, "utf8"));
      return cases.flatMap(({ scene: called, say, labels }) => {
        const model = modelOf(scenes.get(called)!);
        const scene = sceneOf(say, model);
        const { row, spans } = tagged(scene, labels);
        let now = model;
        const sorts = spans.map(({ from, to, label: { sort, args } }) => {
          const before = now;
          now = withMade(now, sort, args);
          return { from, to, sort, args, model: before };
        });
        return [{ file: name, say, model, scene, row, labels, sorts }];
      });
    });
}

/** The tags of a text by labels of it, and where each of them stands. Labels whose words are not in it have no place. */
export function tagged(
  scene: Scene,
  labels: readonly Label[],
): { row: Tag[]; spans: { from: number; to: number; label: Label }[] } {
  const row = scene.words.map((): Tag => "O");
  let at = 0;
  const spans = labels.flatMap((label) => {
    const said = label.said.replaceAll("\\n", "\n");
    const start = scene.text.indexOf(said, at);
    if (start < 0) return [];
    const end = start + said.length;
    const from = scene.words.findIndex((word) => word.to > start);
    const to = scene.words.findLastIndex((word) => word.from < end) + 1;
    for (let index = from; index < to; index++) row[index] = "I";
    row[from] = "S";
    for (const name of label.names) mark(scene, row, from, to, name);
    at = start;
    return [{ from, to, label }];
  });
  return { row, spans };
}

/** The app with what a request makes that later ones may be about. */
function withMade(model: AppModel, sort: string, args: Record<string, string>): AppModel {
  if (sort !== "+table" && sort !== "+field") return model;
  const draft = createDraft(model);
  const specs = (args.fields ?? (sort === "+field" ? args.name : "") ?? "")
    .split("|")
    .flatMap((field) => parseField(field) ?? []);
  const owner = sort === "+field" ? tableNamed(draft.model, args.table) : undefined;
  if (sort === "+table" && args.name) addEntity(draft, args.name, specs);
  for (const spec of owner ? specs : []) setField(owner!, spec);
  return draft.model;
}

/** What a label says of a detail; "-" where it says nothing. */
export function detailSaid(detail: Detail, args: Record<string, string>): string {
  if (detail === "measure") return args.sum ? "sum" : args.average ? "average" : "count";
  return args[detail] ?? "-";
}

export const nameKey = (text: string) => singular(text.toLowerCase()).replaceAll(/[^\p{L}\p{N}]/gu, "");
/** The table that a label names by the words of its scene. */
export const tableNamed = (model: AppModel, said: string | undefined): Entity | undefined =>
  said ? model.entities.find(({ name }) => nameKey(name) === nameKey(said)) : undefined;
/** The field that a label names. */
export const fieldNamed = (entity: Entity, said: string | undefined): string | undefined =>
  said ? Object.keys(entity.properties).find((name) => nameKey(name) === nameKey(said)) : undefined;

/** Marks the tokens of a name within a request, at its first place that is no other name's. */
function mark({ text, words }: Scene, row: Tag[], from: number, to: number, name: string): void {
  const [begin, end] = [words[from]!.from, words[to - 1]!.to];
  for (
    let at = text.toLowerCase().indexOf(name.toLowerCase(), begin);
    at >= 0 && at + name.length <= end;
    at = text.toLowerCase().indexOf(name.toLowerCase(), at + 1)
  ) {
    const first = words.findIndex((word) => word.from === at);
    const last = words.findIndex((word) => word.to >= at + name.length);
    if (first < from || last < first || last >= to) continue;
    if (row.slice(first, last + 1).some((tag) => tag !== "I" && tag !== "S")) continue;
    for (let index = first; index <= last; index++) row[index] = "M";
    row[first] = first === from ? "SN" : "N";
    return;
  }
}
