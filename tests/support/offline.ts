import { platformModules } from "@/engines/detect/facts/sdk";
import { transformSync } from "esbuild";
import { analyze } from "eslint-scope";
import * as lucide from "lucide-react";
import { parseSync } from "oxc-parser";
import type { Person } from "@/engines/model/schema";
import { composeReply } from "@/offline/provider";
import { parseReply } from "@/engines/protocol/parse";
import { linkRecords } from "@/engines/protocol/records";
import { stageActions, type Staged } from "@/features/turns/stage";

type File = { path: string; content: string };

export const today = new Date("2026-11-21T09:00:00Z");

type Begun = { files: File[]; messages: { role: "user"; content: string }[] };
type Turn = { text: string; actions: ReturnType<typeof parseReply>["actions"]; staged: Staged };

/** Cache of first turns: many tests of a file change the same app. */
const firstTurns = new Map<string, Turn>();
const firstTurnsMax = 32;

function take(said: Parameters<typeof composeReply>[0]): Turn {
  const { text, actions } = parseReply(composeReply(said, today));
  return { text, actions, staged: stageActions(said.workspace.files, actions) };
}

/**
 * An app under construction: each `say` is a turn through the real parser and stage.
 * @param begun where another one stood
 */
export function conversation(appName = "Untitled", person?: Person, begun: Begun = { files: [], messages: [] }) {
  let { files } = begun;
  const messages = [...begun.messages];
  return {
    /** Where it stands, for others that go on from there. */
    get begun(): Begun {
      return { files, messages: [...messages] };
    },
    get files() {
      return files;
    },
    say(content: string) {
      messages.push({ role: "user", content });
      const key = messages.length === 1 && files.length === 0 && JSON.stringify([content, appName, person]);
      const turn = (key && firstTurns.get(key)) || take({ messages, workspace: { files, appName, person } });
      if (key) {
        firstTurns.delete(key);
        firstTurns.set(key, turn);
        if (firstTurns.size > firstTurnsMax) firstTurns.delete(firstTurns.keys().next().value!);
      }
      ({ files } = turn.staged);
      return { ...turn, failed: turn.staged.results.filter(({ status }) => status !== "applied") };
    },
    edit(path: string, change: (content: string) => string) {
      files = files.map((file) => (file.path === path ? { path, content: change(file.content) } : file));
    },
    read: (path: string) => files.find((file) => file.path === path)?.content,
    entity: (name: string) =>
      JSON.parse(files.find((file) => file.path === `entities/${name}.json`)?.content ?? "null") as Entity | null,
    entities: () =>
      files
        .filter(({ path }) => path.startsWith("entities/"))
        .map(({ path }) => path.slice(9, -5))
        .sort(),
    pages: () =>
      files
        .filter(({ path }) => path.startsWith("pages/"))
        .map(({ path }) => path.slice(6, -4))
        .sort(),
  };
}

export type Entity = {
  name: string;
  title?: string;
  properties: Record<
    string,
    {
      type?: string;
      title?: string;
      format?: string;
      enum?: string[];
      default?: unknown;
      "x-reference"?: string;
      "x-display"?: string;
      items?: { enum?: string[] };
    }
  >;
  required?: string[];
  "x-accessControl"?: { permissions?: { read?: string; write?: string }; rules?: Record<string, unknown[]> };
};

const packages = new Set(
  "react react-dom react-router-dom lucide-react recharts date-fns clsx tailwind-merge class-variance-authority framer-motion sonner radix-ui".split(
    " ",
  ),
);
const globals = new Set(
  "window document localStorage console setTimeout clearTimeout Intl URL Map Set Date Number String Boolean Array Object JSON Promise Math undefined isNaN".split(
    " ",
  ),
);

/** Faults of a generated bundle: syntax errors, unresolved imports, undefined names, unused imports. */
export function faultsOf(files: File[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  return files
    .filter(({ path }) => /\.jsx?$/.test(path))
    .flatMap(({ path, content }) => {
      const parsed = parseSync(path, content);
      if (parsed.errors.length > 0) return parsed.errors.map(({ message }) => `${path}: ${message}`);
      const imports = parsed.module.staticImports.flatMap(({ moduleRequest, entries }) =>
        entries
          .map(({ importName }) => importFault(moduleRequest.value, importName.name ?? "default", paths))
          .filter(Boolean),
      );
      return [...imports, ...nameFaults(content)].map((fault) => `${path}: ${fault}`);
    });
}

function importFault(source: string, name: string, paths: Set<string>): string | null {
  if (source === "lucide-react") return name in lucide ? null : `lucide-react has no ${name}`;
  if (source === "@/api/entities")
    return name === "User" || paths.has(`entities/${name}.json`) ? null : `no entity ${name}`;
  const known = platformModules.get(source);
  if (known) return known.has(name) ? null : `${source} has no ${name}`;
  if (source === "@/api/functions") return null;
  if (source.startsWith("@/"))
    return paths.has(`${source.slice(2)}.jsx`) || paths.has(`${source.slice(2)}.js`) ? null : `no file ${source}`;
  return packages.has(source) ? null : `no package ${source}`;
}

/** Cache: most files stay the same from test to test. */
const known = new Map<string, string[]>();

function nameFaults(content: string): string[] {
  const faults = known.get(content) ?? readNames(content);
  known.set(content, faults);
  return faults;
}

function readNames(content: string): string[] {
  const { code } = transformSync(content, { loader: "jsx", jsx: "automatic", jsxImportSource: "react" });
  const program = parseSync("file.js", code, { range: true }).program as unknown as Parameters<typeof analyze>[0];
  const scopes = analyze(program, { ecmaVersion: 2022, sourceType: "module" });
  const unknown = (scopes.globalScope?.through ?? [])
    .map(({ identifier }) => identifier.name)
    .filter((name) => !globals.has(name));
  const module = scopes.scopes.find(({ type }) => type === "module");
  const unused = (module?.variables ?? [])
    .filter(({ defs, references }) => defs[0]?.type === "ImportBinding" && references.length === 0)
    .map(({ name }) => name);
  return [
    ...unknown.map((name) => `${name} is not defined`),
    ...unused.map((name) => `${name} is imported and not used`),
  ];
}

/** Labels without a record. */
export const brokenLinks = ({ records }: Pick<Staged, "records">) => linkRecords(records, () => "id").unknown;

/** Who reads rows, without whoever has their proven address: what the team enters for customers is theirs as well. */
export const besidesAddress = (tests: readonly unknown[]): unknown[] =>
  tests.filter((test) => !JSON.stringify(test).includes('"my address"'));
