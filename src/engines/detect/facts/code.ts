import "server-only";
import { analyze, type Scope, type ScopeManager } from "eslint-scope";
import { type EcmaScriptModule, type ParseResult, parseSync } from "oxc-parser";
import { childrenOf, isNode, type SyntaxNode } from "@/engines/syntax";

export type Span = { start: number; end: number };
export type ImportFact = Span & {
  source: string;
  sourceSpan: Span;
  /** `imported` is "default", "*" or a name; the span is the specifier's. */
  specifiers: (Span & { imported: string; local: string })[];
};
export type ExportFact = { name: string; start: number; end: number; from?: string; imported?: string };
export type Fault = { message: string; start: number; end: number };
export type Unresolved = Span & { name: string; isJsx: boolean };

type Tree = {
  program: SyntaxNode;
  parents: Map<SyntaxNode, SyntaxNode>;
  byType: Map<string, SyntaxNode[]>;
  scopes?: ScopeManager;
};

/**
 * A parsed code file with what other files need of it. The tree is parsed lazily and dropped by `release`, since syntax
 * trees take a hundred times the memory of their text.
 */
export class Code {
  readonly imports: ImportFact[] = [];
  readonly exports: ExportFact[] = [];
  /** Modules re-exported by `export *`. */
  readonly stars: string[] = [];
  /** Parse errors; empty for valid JavaScript. */
  readonly syntaxFaults: Fault[];
  /** Early errors of a file that parses: duplicate declarations, two default exports. */
  readonly semanticFaults: Fault[];
  #parsed: ParseResult | undefined;
  #tree: Tree | undefined;
  #facts = new Map<object, unknown>();
  #lines: number[] | undefined;

  constructor(
    readonly path: string,
    readonly content: string,
  ) {
    const full = this.#parse();
    // Only errors need a second look: which of them a parse without early errors has too.
    const plain = full.errors.some(isError) ? parseSync(path, content, this.#options()) : full;
    this.syntaxFaults = plain.errors.filter((error) => isError(error) && !semantic.test(error.message)).map(toFault);
    this.semanticFaults = this.isBroken ? [] : full.errors.filter(isError).map(toFault);
    if (!this.isBroken) this.#readModule(full.module);
    this.#parsed = full;
  }

  get isBroken(): boolean {
    return this.syntaxFaults.length > 0;
  }

  get program(): SyntaxNode {
    return this.#read().program;
  }

  get scopes(): Scope[] {
    const tree = this.#read();
    tree.scopes ??= analyze(tree.program as unknown as Parameters<typeof analyze>[0], {
      ecmaVersion: 2022,
      sourceType: "module",
      jsx: true,
      ignoreEval: true,
      fallback: valueKeys,
    });
    return tree.scopes.scopes;
  }

  /** Visits the nodes of one type, parents first. */
  each(type: string, visit: (node: SyntaxNode, parent: SyntaxNode | undefined) => void): void {
    const { byType, parents } = this.#read();
    for (const node of byType.get(type) ?? []) visit(node, parents.get(node));
  }

  parentOf(node: SyntaxNode): SyntaxNode | undefined {
    return this.#read().parents.get(node);
  }

  text(span: Span): string {
    return this.content.slice(span.start, span.end);
  }

  /** The line of an offset, counted from 1. */
  lineOf(offset: number): number {
    this.#lines ??= [...this.content.matchAll(/\n/g)].map((found) => found.index);
    let [low, high] = [0, this.#lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#lines[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }

  /** Memoizes `compute` for this file: a Code is immutable. */
  fact<T>(compute: (code: Code) => T): T {
    if (!this.#facts.has(compute)) this.#facts.set(compute, compute(this));
    return this.#facts.get(compute) as T;
  }

  release(): void {
    this.#tree = undefined;
    this.#parsed = undefined;
  }

  #options() {
    const lang: "ts" | "tsx" | "jsx" = this.path.endsWith(".ts") ? "ts" : this.path.endsWith(".tsx") ? "tsx" : "jsx";
    return { lang, sourceType: "module" } as const;
  }

  #read() {
    if (this.#tree) return this.#tree;
    const program = (this.#parsed ?? this.#parse()).program as unknown as SyntaxNode;
    this.#parsed = undefined;
    const parents = new Map<SyntaxNode, SyntaxNode>();
    const byType = new Map<string, SyntaxNode[]>();
    const visit = (node: SyntaxNode) => {
      const same = byType.get(node.type);
      if (same) same.push(node);
      else byType.set(node.type, [node]);
      for (const child of childrenOf(node)) {
        parents.set(child, node);
        visit(child);
      }
    };
    visit(program);
    this.#tree = { program, parents, byType };
    return this.#tree;
  }

  /** The tree is only built from the result when it is asked for. */
  #parse(): ParseResult {
    return parseSync(this.path, this.content, {
      ...this.#options(),
      preserveParens: false,
      range: true,
      showSemanticErrors: true,
    });
  }

  #readModule(module: EcmaScriptModule): void {
    for (const { start, end, moduleRequest, entries } of module.staticImports) {
      const specifiers = entries
        .filter(({ isType }) => !isType)
        .map(({ importName, localName }) => ({
          imported: nameOfKind(importName) ?? "*",
          local: localName.value,
          start: importName.start ?? localName.start,
          end: localName.end,
        }));
      if (entries.length > 0 && specifiers.length === 0) continue;
      this.imports.push({ start, end, source: moduleRequest.value, sourceSpan: moduleRequest, specifiers });
    }
    for (const { start, end, entries } of module.staticExports) {
      for (const { moduleRequest, importName, exportName, isType } of entries) {
        if (isType) continue;
        const from = moduleRequest?.value;
        const name = nameOfKind(exportName);
        if (name === undefined) this.stars.push(from ?? "");
        else
          this.exports.push({
            name,
            start,
            end,
            ...(from === undefined ? {} : { from, imported: importName.name ?? "*" }),
          });
      }
    }
  }
}

const isError = ({ severity }: { severity: string }) => severity === "Error";

/** The imported or exported name: "default", its own, or undefined for a whole module. */
export function nameOfKind({ kind, name }: { kind: string; name: string | null }): string | undefined {
  return kind === "Default" ? "default" : kind === "Name" ? (name ?? undefined) : undefined;
}

/** Parser errors that leave the tree intact. */
const semantic = /multiple default exports|already been declared|duplicated export|^Export '.*' is not defined/i;

function toFault({
  message,
  labels,
}: {
  message: string;
  labels: { message?: string | null; start: number; end: number }[];
}): Fault {
  // With two labels, blame the second place (the duplicate), but for a missing bracket the place where it was expected.
  const label =
    labels.filter((one) => one.message !== "Opened here" || /closing tag/.test(message)).at(-1) ?? labels.at(-1);
  return { message, start: label?.start ?? 0, end: label?.end ?? 0 };
}

/** Skip types: of TypeScript's own nodes only the contained expression is a value. */
function valueKeys(node: { type: string }): string[] {
  if (
    [
      "TSAsExpression",
      "TSSatisfiesExpression",
      "TSNonNullExpression",
      "TSTypeAssertion",
      "TSInstantiationExpression",
    ].includes(node.type)
  )
    return ["expression"];
  if (node.type.startsWith("TS")) return [];
  return Object.keys(node).filter(
    (key) => isNode((node as Record<string, unknown>)[key]) || Array.isArray((node as Record<string, unknown>)[key]),
  );
}

/** Names that are used but declared nowhere in the file. */
export function unresolvedNames(code: Code): Unresolved[] {
  const global = code.scopes[0];
  if (!global) return [];
  return global.through.flatMap(({ identifier }) => {
    const { name, type, start, end } = identifier as unknown as SyntaxNode & { name: string };
    return [{ name, start, end, isJsx: type === "JSXIdentifier" }];
  });
}

/** Every name that the file declares anywhere. */
export function declaredNames(code: Code): Set<string> {
  return new Set(code.scopes.flatMap(({ variables }) => variables.map(({ name }) => name)));
}

// LRU cache of parsed files: texts repeat from check to check.
const kept = new Map<string, Code>();
const keptMax = 3000;

/** Parses a text, from the cache when possible. */
export function readCode(path: string, content: string): Code {
  const key = `${path}\n${content}`;
  const found = kept.get(key);
  if (found) kept.delete(key);
  const code = found ?? new Code(path, content);
  kept.set(key, code);
  if (kept.size > keptMax) kept.delete(kept.keys().next().value!);
  return code;
}
