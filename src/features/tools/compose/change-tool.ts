import { deletionIssue, isSameName, nameIssue, tagWords } from "../check-definition";
import { type ComposeNotes, type Definition, fieldsMax, labelMax, titleMax, type ToolField } from "../schema";

type Tool = { header: string; definition: Definition };
type ChangedTool = Tool & { notes: ComposeNotes };

const quote = (text: string) => `“${text.trim()}”`;
const bare = (text: string) =>
  text
    .trim()
    .replace(/^(?:(?:a|an|the|new|another|more|fields?|questions?|inputs?|for|called|named|about|also)\s+)+/i, "")
    .replace(/\s+(?:fields?|questions?|inputs?)$/i, "")
    .trim();
/** Divides at commas and "and", but not within brackets: "size (S, M), color". */
const itemsOf = (text: string) =>
  text
    .split(/,(?![^(]*\))|\s+and\s+(?![^(]*\))/i)
    .map(bare)
    .filter(Boolean);

const fieldOf = (fields: ToolField[], said: string) =>
  fields.find(({ name, label = "" }) => isSameName(name, said) || isSameName(label, said));

/** What a change may be, the first that fits a sentence. Each returns what it did not understand. */
const changes: [RegExp, (tool: ChangedTool, match: RegExpExecArray, makeField: MakeField) => void][] = [
  [
    /^(?:also\s+)?(?:add|ask also for|also ask for)\s+(.+)$/is,
    (tool, [, said = ""], makeField) => {
      for (const item of itemsOf(said)) addField(tool, item, makeField);
    },
  ],
  [
    /^(?:remove|delete|drop)\s+(.+)$/is,
    (tool, [, said = ""]) => {
      for (const item of itemsOf(said)) removeField(tool, item);
    },
  ],
  [
    /^make\s+(.+?)\s+(required|mandatory|optional)$/is,
    (tool, [, said = "", how = ""]) => {
      const required = !/optional/i.test(how);
      for (const item of itemsOf(said)) changeField(tool, item, { required }, required ? "Required" : "Optional");
    },
  ],
  [
    /^(?:call|name|rename)\s+(?:it|this|(?:the|this)\s+tool)\s+(?:to\s+|as\s+)?(.+)$/is,
    (tool, [, said = ""]) => {
      tool.header =
        said
          .replace(/^["“']|["”']$/g, "")
          .slice(0, titleMax)
          .trim() || tool.header;
      tool.notes.made.push(`The tool is called ${quote(tool.header)}`);
    },
  ],
  [
    /^(?:rename|call)\s+(.+?)\s+(?:to|as)\s+(.+)$/is,
    (tool, [, said = "", label = ""]) =>
      changeField(
        tool,
        bare(said),
        {
          label: label
            .replace(/^["“']|["”']$/g, "")
            .slice(0, labelMax)
            .trim(),
        },
        "Renamed",
      ),
  ],
];

type MakeField = (words: string) => ToolField | undefined;

function addField(tool: ChangedTool, item: string, makeField: MakeField): void {
  const fields = tool.definition.fields ?? [];
  const made = /\b(?:chart|table|result|step|list|block|picture of)s?\b/i.test(item) ? undefined : makeField(item);
  const issue =
    made &&
    (fields.length >= fieldsMax
      ? `there are ${fieldsMax} fields already`
      : nameIssue(
          made.name,
          fields.map(({ name }) => name),
        ));
  if (!made || issue) return void tool.notes.left.push(`Add ${quote(item)}${issue ? `: ${issue}` : ""}`);
  const stepId = fields.at(-1)?.stepId;
  const id = `f${Date.now().toString(36)}${fields.length}`;
  tool.definition = { ...tool.definition, fields: [...fields, { ...made, id, ...(stepId && { stepId }) }] };
  tool.notes.made.push(`Added the field ${quote(made.label ?? made.name)}`);
  tool.notes.assumed.push(
    `The results do not use ${quote(made.label ?? made.name)} yet: write {{${made.name}}} where it belongs`,
  );
}

function removeField(tool: ChangedTool, item: string): void {
  const { definition } = tool;
  const field = fieldOf(definition.fields ?? [], item);
  if (!field) return void tool.notes.left.push(`Remove ${quote(item)}: there is no such field`);
  if (deletionIssue(field, definition))
    return void tool.notes.left.push(`Remove ${quote(item)}: ${tagWords(field.name)}`);
  tool.definition = { ...definition, fields: (definition.fields ?? []).filter((one) => one !== field) };
  tool.notes.made.push(`Removed the field ${quote(field.label ?? field.name)}`);
}

function changeField(tool: ChangedTool, item: string, change: Partial<ToolField>, done: string): void {
  const { definition } = tool;
  const field = fieldOf(definition.fields ?? [], item);
  if (!field) return void tool.notes.left.push(`${quote(item)}: there is no such field`);
  const fields = (definition.fields ?? []).map((one) => (one === field ? { ...one, ...change } : one));
  tool.definition = { ...definition, fields };
  tool.notes.made.push(
    `${done}: ${quote(field.label ?? field.name)}${change.label ? ` is ${quote(change.label)} now` : ""}`,
  );
}

/**
 * A small change of a tool by a sentence, by rules: "add a field for budget", "remove age", "make email required",
 * "rename days to how many days", "call it Week planner".
 * @returns undefined where a sentence is no change, but describes a tool
 */
export function changeTool(sentence: string, current: Tool, makeField: MakeField): ChangedTool | undefined {
  const tool: ChangedTool = { ...current, notes: { made: [], assumed: [], left: [] } };
  for (const part of sentence.split(/[.;\n](?=\s|$)/)) {
    const said = part.trim().replace(/^(?:please|and|then|can you)\s+/i, "");
    if (said === "") continue;
    const found = changes.map(([pattern, apply]) => ({ match: pattern.exec(said), apply })).find(({ match }) => match);
    if (!found?.match) {
      if (tool.notes.made.length + tool.notes.left.length === 0) return undefined;
      tool.notes.left.push(`I did not understand ${quote(said)}`);
      continue;
    }
    found.apply(tool, found.match, makeField);
  }
  return tool.notes.made.length + tool.notes.left.length > 0 ? tool : undefined;
}
