import "server-only";
import { posix } from "node:path";
import { functionOf, type SourceFile, fileName } from "@/shipped/contract";
import { isObject } from "./json";
import { readCode, type Code } from "./code";
import { packageExports } from "@/engines/bundler/package-exports";
import { entityMethods, userMethods } from "@/shipped/contract";
import { platformModules } from "./sdk";

/** What is known of an app besides its files. Checks of an absent kind are skipped. */
export type Knowledge = {
  secrets?: string[];
  /** The previous version, to restore code that an assistant elided. */
  previous?: SourceFile[];
};

export type EntityFile = {
  name: string;
  path: string;
  content: string;
  schema: Record<string, unknown> | null;
  properties: Record<string, Record<string, unknown>>;
};

/** What an import resolves to. */
export type Target =
  | { kind: "file"; path: string }
  | { kind: "entities" }
  | { kind: "functions" }
  | { kind: "platform"; names: ReadonlySet<string> }
  | { kind: "package"; names: ReadonlySet<string> | null }
  | { kind: "missing" };

const isCodePath = (path: string) => /\.[jt]sx?$/.test(path);
const extensions = ["", ".jsx", ".tsx", ".js", ".ts", "/index.jsx", "/index.js", "/index.tsx", "/index.ts"];

/** An app's files as the detectors see them. */
export class Bundle {
  readonly paths: ReadonlyMap<string, string>;
  readonly codes: Code[];
  readonly entities: ReadonlyMap<string, EntityFile>;
  readonly pages: Set<string>;
  readonly functions: Set<string>;
  readonly previous: ReadonlyMap<string, string>;
  readonly #byPath: ReadonlyMap<string, Code>;
  readonly #exports = new Map<string, Set<string> | null>();

  constructor(
    readonly files: SourceFile[],
    readonly knowledge: Knowledge = {},
  ) {
    this.paths = new Map(files.map(({ path, content }) => [path, content]));
    this.codes = files.filter(({ path }) => isCodePath(path)).map(({ path, content }) => readCode(path, content));
    this.previous = new Map(knowledge.previous?.map(({ path, content }) => [path, content]));
    this.#byPath = new Map(this.codes.map((code) => [code.path, code]));
    this.entities = new Map(
      files
        .filter(({ path }) => path.startsWith("entities/"))
        .map((file) => [fileName(file.path), readEntityFile(file)]),
    );
    this.pages = new Set(files.filter(({ path }) => path.startsWith("pages/")).map(({ path }) => fileName(path)));
    // A name that is no identifier is imported in a sanitized form: "send-mail" as send_mail.
    this.functions = new Set(files.flatMap(({ path }) => functionOf(path)?.replaceAll(/[^\w$]/g, "_") ?? []));
  }

  code(path: string): Code | undefined {
    return this.#byPath.get(path);
  }

  /** Browser code: pages, components, services and the layout. */
  get clientCodes(): Code[] {
    return this.codes.filter(({ path }) => !path.startsWith("functions/"));
  }

  resolve(source: string, from: string): Target {
    const local = source.startsWith("@/")
      ? source.slice(2)
      : source.startsWith(".")
        ? posix.join(posix.dirname(from), source)
        : null;
    if (local === null) {
      const isUrl = /^(?:https?:|npm:|jsr:|node:)/.test(source) || from.startsWith("functions/");
      return isUrl ? { kind: "package", names: null } : { kind: "package", names: packageExports(source) };
    }
    const path =
      /^layout(?:\.jsx)?$/i.test(local) && this.paths.has("layout.jsx")
        ? "layout.jsx"
        : extensions.map((extension) => local + extension).find((candidate) => this.paths.has(candidate));
    if (path) return { kind: "file", path };
    const alias = `@/${local.replace(/\.[jt]sx?$/, "")}`;
    if (alias === "@/api/entities") return { kind: "entities" };
    if (alias === "@/api/functions") return { kind: "functions" };
    const names = platformModules.get(alias);
    return names ? { kind: "platform", names } : { kind: "missing" };
  }

  /** Exports of a code file, including star exports; null when they cannot be known. */
  exportsOf(path: string): Set<string> | null {
    if (!this.#exports.has(path)) this.#exports.set(path, this.#collectExports(path, new Set()));
    return this.#exports.get(path) ?? null;
  }

  #collectExports(path: string, seen: Set<string>): Set<string> | null {
    const code = this.code(path);
    if (!code || code.isBroken) return null;
    if (seen.has(path)) return new Set();
    seen.add(path);
    const names = new Set(code.exports.map(({ name }) => name));
    for (const source of code.stars) {
      const target = this.resolve(source, path);
      const more =
        target.kind === "file"
          ? this.#collectExports(target.path, seen)
          : target.kind === "platform"
            ? target.names
            : null;
      if (!more) return null;
      for (const name of more) if (name !== "default") names.add(name);
    }
    return names;
  }

  methodsOf(entity: string): string[] {
    return (entity === "User" ? userMethods : entityMethods).map(({ name }) => name);
  }
}

function readEntityFile({ path, content }: SourceFile): EntityFile {
  const schema = parseObject(content);
  const properties = schema && isObject(schema["properties"]) ? schema["properties"] : {};
  return {
    name: fileName(path),
    path,
    content,
    schema,
    properties: Object.fromEntries(
      Object.entries(properties).filter((entry): entry is [string, Record<string, unknown>] => isObject(entry[1])),
    ),
  };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
