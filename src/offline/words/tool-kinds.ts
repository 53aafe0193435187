import "server-only";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type FieldType, fieldTypes } from "../model/tool-parts";

/** A field of a tool as the offline builder makes it. */
export type MadeField = {
  name: string;
  label: string;
  type: FieldType;
  required?: boolean;
  personal?: boolean;
  placeholder?: string;
  instructions?: string;
  optionsConfig?: { label: string; iconUrl: string }[];
  min?: number;
  max?: number;
};

/** A field of a kind, with the value that the placeholder, the tests and the pictures enter. */
export type KindField = MadeField & { step: string; example?: string };

const phrases = z.array(z.string().min(3)).min(1);
const resultSchema = z.strictObject({
  title: z.string().min(1).max(120),
  type: z.enum(["text", "table", "list", "cards", "image", "chart", "checklist"]).default("text"),
  /** Other words for what it shows, with commas between them. */
  also: z.string().default(""),
  lines: z.array(z.string()).min(1),
});
const kindSchema = z.strictObject({
  name: z.string().min(1).max(60),
  phrases,
  about: z.string().min(1).max(300),
  /** An icon and a tone of features/apps/schema.ts. */
  icon: z.string().regex(/^[a-z-]+ [a-z]+$/),
  fields: z.array(z.string()).min(1),
  also: z.record(z.string(), z.string()).default({}),
  /** Values that results use, by name; each may use those before it. */
  with: z.record(z.string().regex(/^[a-z_]+$/), z.string()).default({}),
  results: z.array(resultSchema).min(1),
  /** What may be said beside its name. Another word makes it something else: "house" cleaning, but not "window" cleaning. */
  of: z.string().optional(),
  /** A pattern of words with which it is something else: an electricity cost calculator, but not for cars. */
  never: z.string().optional(),
  /** Works out what a service costs, by prices of its own. */
  isQuote: z.boolean().default(false),
  /** What cannot be made for another subject: "questions". */
  isGiven: z.string().optional(),
  checks: z
    .array(
      z.strictObject({
        with: z.record(z.string(), z.unknown()),
        says: z.array(z.string()).min(1),
        never: z.array(z.string()).default([]),
      }),
    )
    .min(1),
});
export type KindResult = z.infer<typeof resultSchema>;
export type ToolKind = Omit<z.infer<typeof kindSchema>, "fields"> & { fields: KindField[] };

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const optionsOf = (list: string[]) => list.map((label) => ({ label: label.trim(), iconUrl: "" }));

/**
 * One field: "bill!: number 0..1000 = 80", "diet!: Anything | Vegan", "allergies: [Nuts, Milk] = Nuts", "name: text".
 * `!` requires; what follows " = " is an example.
 * @throws where the text is no field
 */
export function parseKindField(text: string, step: string): KindField {
  const match = /^([^:!=]+?)(!)?:\s*(.+?)(?:\s+=\s+([\s\S]+))?$/.exec(text);
  if (!match) throw new Error(`“${text}” is no field.`);
  const [, name, required, said, example] = match as unknown as [string, string, string?, string?, string?];
  const isList = said!.startsWith("[");
  const number = /^number(?:\s+(-?[\d.]+?)?\.\.(-?[\d.]+)?)?$/.exec(said!);
  const options = isList
    ? optionsOf(said!.slice(1, -1).split(","))
    : said!.includes("|")
      ? optionsOf(said!.split("|"))
      : [];
  const type = number ? "number" : options.length === 0 ? said! : isList ? "multiselect" : "select";
  // A kind stands alone: it has no other tool to choose results from.
  const known = fieldTypes.find((one) => one === type && one !== "tool_item_select");
  if (!known) throw new Error(`“${said}” is no type of field.`);
  return {
    name: name.trim(),
    label: capital(name.trim()),
    type: known,
    step,
    ...(required && { required: true }),
    ...(known === "email" && { personal: true }),
    ...(options.length > 0 && { optionsConfig: options }),
    ...(number?.[1] && { min: Number(number[1]) }),
    ...(number?.[2] && { max: Number(number[2]) }),
    ...(example !== undefined && { example }),
  };
}

function readKind(data: z.infer<typeof kindSchema>): ToolKind {
  let step = "";
  const fields = data.fields.flatMap((line) => {
    if (!line.startsWith("# ")) return [parseKindField(line, step)];
    step = line.slice(2).trim();
    return [];
  });
  return { ...data, fields };
}

const folder = join(process.cwd(), "src/offline/words/tools");

let loaded: ToolKind[] | undefined;

/** The kinds of tool, read once. @throws where a file does not fit, naming the place */
export const loadToolKinds = (): ToolKind[] =>
  (loaded ??= readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .flatMap((file) => {
      const result = z.array(kindSchema).safeParse(JSON.parse(readFileSync(join(folder, file), "utf8")));
      if (result.success) return result.data.map(readKind);
      const problems = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
      throw new Error(`src/offline/words/tools/${file} does not fit its schema:\n${problems.join("\n")}`);
    }));
