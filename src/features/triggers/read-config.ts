import "server-only";
import { isNode, parseCode, type SyntaxNode } from "@/engines/syntax";
import { functionOf, type SourceFile } from "@/shipped/contract";
import { scheduleProblem } from "./cron";
import { configSchema, type FileSchedule, schedulesMax } from "./schema";

const listOf = (value: unknown): SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** `export const config = { … }`, and its object without `as const` or `satisfies` around it, which may be missing. */
export function findConfig(program: SyntaxNode): { statement: SyntaxNode; object: SyntaxNode | undefined } | undefined {
  for (const statement of listOf(program.body)) {
    const declared =
      statement.type === "ExportNamedDeclaration" && isNode(statement.declaration) && statement.declaration;
    if (!declared || declared.type !== "VariableDeclaration") continue;
    for (const { id, init } of listOf(declared.declarations)) {
      if (!isNode(id) || id.name !== "config") continue;
      let value = init;
      while (isNode(value) && /^TS(As|Satisfies)Expression$/.test(value.type)) value = value.expression;
      return { statement, object: isNode(value) && value.type === "ObjectExpression" ? value : undefined };
    }
  }
  return undefined;
}

const isLiteral = (node: unknown): node is SyntaxNode & { value: unknown } => isNode(node) && node.type === "Literal";

/** Literal properties only: the file is read, never run. A computed value is a problem, not a guess. */
function literals(object: SyntaxNode): Record<string, unknown> {
  return Object.fromEntries(
    listOf(object.properties).map((property) => {
      const { key } = property;
      const name = isNode(key) ? String(key.name ?? key.value) : "";
      return [name, isLiteral(property.value) ? property.value.value : undefined];
    }),
  );
}

function scheduleIn({ path, content }: SourceFile): FileSchedule | undefined {
  const name = functionOf(path);
  if (!name || !content.includes("config")) return undefined;
  const object = findConfig(parseCode(path, content).program)?.object;
  if (!object) return undefined;
  const read = configSchema.safeParse(literals(object));
  const at = { function: name, path };
  if (!read.success)
    return {
      ...at,
      cron: "",
      timeZone: "UTC",
      problem: 'config takes plain texts only: export const config = { schedule: "0 9 * * *", timeZone: "UTC" }',
    };
  const { schedule: cron, timeZone = "UTC" } = read.data;
  if (cron === undefined) return undefined;
  const problem = scheduleProblem(cron, timeZone);
  return { ...at, cron, timeZone, ...(problem && { problem }) };
}

/** The schedules that functions' files ask for. Beyond `schedulesMax` they have a problem. */
export const schedulesOf = (files: SourceFile[]): FileSchedule[] =>
  files
    .flatMap((file) => scheduleIn(file) ?? [])
    .map((one, place) =>
      place < schedulesMax ? one : { ...one, problem: `An app has at most ${schedulesMax} schedules` },
    );
