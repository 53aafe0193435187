import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { parseCode, walk, type SyntaxNode } from "@/engines/syntax";

type Source = { path: string; text: string; imports: string[] };

/** "../files/schema" seen from features/apps/router.ts → "features/files/schema". Packages stay as they are. */
function resolveImport(from: string, specifier: string): string {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (!specifier.startsWith(".")) return specifier;
  return join(dirname(from), specifier).replace(/\.(ts|tsx)$/, "");
}

function readSources(): Source[] {
  return (
    readdirSync("src", { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name) && !entry.name.endsWith(".d.ts"))
      // The server of a downloaded app is another program: tests/download checks it as it is downloaded.
      .filter((entry) => !entry.parentPath.includes("shipped/server"))
      .map((entry) => {
        const path = relative("src", join(entry.parentPath, entry.name));
        const text = readFileSync(join("src", path), "utf8");
        const imports = [
          ...text.matchAll(/^(?:import|export)\b[^"';]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm),
        ];
        return {
          path,
          text,
          imports: imports.map((match) => resolveImport(path, (match[1] ?? match[2] ?? match[3])!)),
        };
      })
  );
}

const sources = readSources();
const named = (path: string) => sources.filter((source) => source.path.startsWith(path));
const room = (path: string) => path.split("/")[0]!;
const featureOf = (path: string) => (path.startsWith("features/") ? path.split("/")[1] : undefined);
const offenders = (list: Source[], isWrong: (specifier: string, source: Source) => boolean) =>
  list.flatMap((source) =>
    source.imports
      .filter((specifier) => isWrong(specifier, source))
      .map((specifier) => `${source.path} → ${specifier}`),
  );

describe("The rooms (design §2)", () => {
  it("keeps to the rooms that exist", () => {
    const rooms = new Set(sources.map(({ path }) => room(path)));
    expect([...rooms].sort()).toEqual([
      "api",
      "app",
      "db",
      "doors",
      "engines",
      "errors.ts",
      "features",
      "input-words.ts",
      "offline",
      "shipped",
      "ui",
      "value-words.ts",
    ]);
  });

  it("has no utils, helpers, common, services or lib, and no barrels", () => {
    const wrong = sources.filter(
      ({ path }) =>
        /(^|\/)(utils|helpers|common|services|lib)(\/|\.tsx?$)/.test(path) && !path.startsWith("shipped/kit/"),
    );
    const barrels = sources.filter(({ path }) => /(^|\/)index\.tsx?$/.test(path) && path !== "db/schema/index.ts");
    expect([...wrong, ...barrels].map(({ path }) => path)).toEqual([]);
  });

  it("names files in kebab-case and components in PascalCase", () => {
    const wrong = sources.filter(({ path }) => {
      const name = path.split("/").pop()!;
      return !/^[a-z][a-z0-9]*(-[a-z0-9]+)*(\.module)?\.tsx?$/.test(name) && !/^[A-Z][A-Za-z0-9]*\.tsx$/.test(name);
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe("The imports (design §2)", () => {
  it("nothing imports app", () =>
    expect(offenders(sources, (to, { path }) => to.startsWith("app/") && room(path) !== "app")).toEqual([]));

  it("ui, db, engines and errors import no feature", () => {
    const below = sources.filter(({ path }) => ["ui", "db", "engines", "errors.ts"].includes(room(path)));
    expect(
      offenders(
        below,
        (to, { path }) =>
          /^(features|doors|api|offline)\//.test(to) &&
          !(path === "engines/model/open.ts" && to === "offline/provider"),
      ),
    ).toEqual([]);
  });

  it("schema, rules and limits import only zod, guards, the contract, the names of what tools are made of, and each other", () => {
    const pure = sources.filter(({ path }) => /^features\/[^/]+\/(schema|rules|limits)\.ts$/.test(path));
    const allowed = new Set([
      "zod",
      "shipped/contract",
      "shipped/access",
      "offline/model/tool-parts",
      "engines/shape",
      "engines/protocol/records",
      "input-words",
    ]);
    expect(offenders(pure, (to) => !allowed.has(to) && !/(^|\/)(schema|rules|limits)$/.test(to))).toEqual([]);
  });

  it("doors/router.ts alone imports feature routers", () => {
    expect(
      offenders(sources, (to, { path }) => /^features\/[^/]+\/router$/.test(to) && path !== "doors/router.ts"),
    ).toEqual([]);
  });

  it("the protocol is pure: it imports guards, the contract and types of the model, and does no I/O", () => {
    const allowed = /^(shipped\/contract|engines\/shape$|engines\/protocol\/|engines\/model\/schema$)/;
    expect(offenders(named("engines/protocol/"), (to) => !allowed.test(to))).toEqual([]);
  });

  it("the detectors are pure: they read a bundle's files, the contract and what packages export", () => {
    const allowed =
      /^(zod|server-only|node:path|shipped\/(contract|access)|engines\/detect\/|engines\/protocol\/delta$|engines\/syntax|engines\/bundler\/(package-exports|app-modules)|eslint-scope|oxc-parser)/;
    expect(offenders(named("engines/detect/"), (to) => !allowed.test(to))).toEqual([
      // What the SDK exports is read from its own files.
      "engines/detect/facts/sdk.ts → node:fs",
    ]);
  });

  it("features stand on api and know nothing of the doors", () => {
    expect(offenders(named("features/"), (to) => to.startsWith("doors/"))).toEqual([]);
  });

  it("api imports no feature, and of the doors only the router's type", () => {
    expect(
      offenders(named("api/"), (to, { path }) => {
        if (to.startsWith("doors/")) return !(path === "api/client.tsx" && to === "doors/router");
        return to.startsWith("features/") || to.startsWith("app/");
      }),
    ).toEqual([]);
    const client = sources.find(({ path }) => path === "api/client.tsx")!;
    expect(client.text).toContain('import type { AppRouter } from "@/doors/router"');
  });

  it("mints scopes in the gates alone", () => {
    const minting = sources.filter(({ text }) => /\bmint(Owned|Visited)App\b/.test(text)).map(({ path }) => path);
    expect(minting.sort()).toEqual(["api/gates.ts", "db/scope.ts"]);
  });

  it("a feature uses another through its schema, rules, limits, store, a panel, or a verb that it offers", () => {
    /** What a feature offers beside its schema, rules, store and panels. Whatever is not listed is its own affair. */
    const offered: Record<string, string[]> = {
      admin: ["audit"],
      "build-plans": ["ui/use-plans"],
      account: [
        "admit",
        "change-password",
        "email-code",
        "evenly",
        "password",
        "session",
        "start-session",
        "tell-of-change",
      ],
      apps: ["describe-app", "name-app", "address", "duplicate"],
      context: ["retrieve"],
      entities: [
        "schemas",
        "columns",
        "index-fields",
        "read-time",
        "write-csv",
        "ui/edit-history",
        "ui/use-column-change",
        "ui/use-edit-history",
      ],
      factors: ["add-passkey", "check-code", "pending", "use-passkey"],
      functions: ["deploy"],
      imports: ["prune"],
      inspections: ["inspect"],
      integrations: ["provider-error"],
      mail: ["render-mail", "templates"],
      members: ["export-members", "links"],
      payment: ["confirm-sale", "gumroad", "stripe"],
      prompts: ["attach-files", "queue-prompts", "ui/use-prompt-queue"],
      retrieval: ["cite", "copy-index", "embed-item", "query-context"],
      rows: [
        "access",
        "aggregate",
        "check-references",
        "field-rights",
        "taken-times",
        "claim-values",
        "compare-values",
        "count",
        "create-row",
        "create-rows",
        "entity",
        "get-row",
        "history",
        "people",
        "read",
        "unique-fields",
        "update-row",
        "validate-row",
      ],
      runs: ["block/read-block", "tool/check-fields", "tool/find-tool"],
      runtime: ["hosts"],
      site: ["dress-page", "site-files"],
      triggers: ["read-config"],
      sources: ["copy-items", "detect-type", "parse-document", "sync-failure"],
      turns: [
        "begin",
        "carry-on-plan",
        "decide-held",
        "describe-action",
        "entity",
        "fix-loop",
        "permission-request",
        "resolve-errors",
        "stop",
        "message",
      ],
      "tool-versions": ["compose-in-job", "create-tool-app"],
      tools: ["check-definition", "compose/compose-tool"],
      usage: ["spend"],
      validation: ["access", "check-in-time", "check-turn", "mount-pages"],
      versions: ["restore", "step-back", "ui/use-revert"],
    };
    const isOffered = (to: string) => {
      const [, feature, ...rest] = to.split("/");
      const face = rest.join("/");
      return /^(schema|rules|limits|store)$|^ui\/[A-Z]/.test(face) || offered[feature!]?.includes(face);
    };
    expect(
      offenders(
        named("features/"),
        (to, { path }) =>
          to.startsWith("features/") && featureOf(to) !== featureOf(path) && !to.endsWith(".css") && !isOffered(to),
      ),
    ).toEqual([]);
  });

  it("has no cycle between features, panels included", () => {
    const edges = new Map<string, Set<string>>();
    for (const { path, imports } of named("features/")) {
      const from = featureOf(path)!;
      for (const to of imports) {
        const target = featureOf(to);
        // Types and pure rules may be shared both ways; behaviour may not.
        if (target && target !== from && !/\/(schema|rules|limits)$/.test(to))
          edges.set(from, (edges.get(from) ?? new Set()).add(target));
      }
    }
    const cycles: string[] = [];
    const walk = (feature: string, trail: string[]) => {
      if (trail.includes(feature))
        return void cycles.push([...trail.slice(trail.indexOf(feature)), feature].join(" → "));
      for (const next of edges.get(feature) ?? []) walk(next, [...trail, feature]);
    };
    for (const feature of edges.keys()) walk(feature, []);
    expect([...new Set(cycles)]).toEqual([]);
  });

  /**
   * Imports that go up in a list of folders and files, whose first is the foundation. What is in none of them stands above
   * all.
   */
  const upwards = (root: string, floors: string[]) => {
    const floorOf = (path: string) => {
      const within = path.slice(root.length).replace(/\.tsx?$/, "");
      const at = floors.findIndex((floor) => within === floor || within.startsWith(`${floor}/`));
      return at < 0 ? floors.length : at;
    };
    return offenders(named(root), (to, { path }) => to.startsWith(root) && floorOf(to) > floorOf(path));
  };

  /** The rooms of what changes do, by subject, each standing on those before it. */
  const subjects = ["values", "fields", "views", "rights", "restyle", "tables", "answers"];

  it("the offline builder stands on its language, the app's model and its words; reading knows nothing of writing", () =>
    expect(
      upwards("offline/", [
        "language",
        "model",
        "words",
        "lexicon",
        "draft",
        "look",
        "rephrase",
        "description",
        "access",
        "request",
        "learned",
        "first",
        "change/message",
        "change/plain/wordings",
        ...subjects,
        "change/plain",
        "change",
        "tool",
        "requests",
        "undo",
        "first-wishes",
        "understand",
        "start-over",
        "write",
      ]),
    ).toEqual([]));

  it("first descriptions, changes and tools are read apart: what they share lies below them", () => {
    const readerOf = (path: string) => {
      const name = path.split("/")[1]!;
      return subjects.includes(name) ? "change" : ["first", "change", "tool"].find((reader) => reader === name);
    };
    expect(
      offenders(named("offline/"), (to, { path }) => {
        const [from, into] = [readerOf(path), readerOf(to)];
        return from !== undefined && into !== undefined && from !== into;
      }),
    ).toEqual([]);
  });

  it("what the words of a change may mean is read before what differs", () =>
    expect(upwards("offline/request/", ["meaning", "differences"])).toEqual([]));

  it("the message of a change is read by itself, before it is taken apart", () => {
    const isOfMessage = (path: string) => path.startsWith("offline/change/message/");
    const rooms = ["change", ...subjects].flatMap((name) => named(`offline/${name}/`));
    const isRoom = (to: string) => ["change", ...subjects].some((name) => to.startsWith(`offline/${name}/`));
    expect(offenders(rooms, (to, { path }) => isRoom(to) && isOfMessage(to) !== isOfMessage(path))).toEqual([]);
  });

  it("the README of the offline builder names all its rooms", () => {
    const rooms = new Set(named("offline/").flatMap(({ path }) => /^offline\/(\w+)\//.exec(path)?.[1] ?? []));
    const told = [...readFileSync("src/offline/README.md", "utf8").matchAll(/^\| `(\w+)\/`/gm)].map(
      ([, name]) => name!,
    );
    expect(told.sort()).toEqual([...rooms].sort());
  });

  it("a first description is read upwards: text, wishes, plan, and what makes tables of it", () =>
    expect([
      ...upwards("offline/description/", ["text", "wishes", "software", "brief", "told", "plan", "statements"]),
      ...upwards("offline/first/", ["choices", "lists", "heads", "names", "sentences", "tables", "pages"]),
    ]).toEqual([]));

  it("what was learned is applied upwards: tags, names, owners; requests, what they are about, whether that holds, and how they are made", () =>
    expect([
      ...upwards("offline/learned/descriptions/", ["tagging", "names", "owners"]),
      ...upwards("offline/learned/requests/", ["says", "reading", "grounds", "checks", "carry"]),
    ]).toEqual([]));

  it("what was learned of descriptions and of requests know nothing of each other", () =>
    expect(
      offenders(named("offline/learned/"), (to, { path }) => {
        const reader = (name: string) => /^offline\/learned\/(\w+)\//.exec(name)?.[1];
        return reader(to) !== undefined && reader(to) !== reader(path);
      }),
    ).toEqual([]));

  it("the kit's modules stand on one another in one direction, and take types from what a download of them holds", () => {
    const folders = [
      ["@/components/ui/", "src/shipped/kit/ui"],
      ["@/components/ui/parts/", "src/shipped/kit/ui/parts"],
      ["@/lib/", "src/shipped/kit/lib"],
    ] as const;
    const kit = new Map(
      folders.flatMap(([prefix, folder]) =>
        readdirSync(folder)
          .filter((name) => /\.jsx?$/.test(name))
          .map((name) => [prefix + name.replace(/\.jsx?$/, ""), readFileSync(join(folder, name), "utf8")] as const),
      ),
    );
    const namedIn = (module: string, pattern: RegExp) =>
      [...kit.get(module)!.matchAll(pattern)].map(([, from]) => from!).filter((from) => kit.has(from));
    const below = (module: string, found = new Set<string>()): Set<string> => {
      for (const next of namedIn(module, /(?:^(?:import|export) [^;]*?from |\bimport\()"([^"]+)"/gm))
        if (!found.has(next)) below(next, found.add(next));
      return found;
    };
    const modules = [...kit.keys()];
    expect(modules.length).toBeGreaterThan(60);
    expect(modules.filter((module) => below(module).has(module))).toEqual([]);
    const typesFrom = (module: string) => namedIn(module, /@import \{[^}]*\} from "([^"]+)"/g);
    expect(
      modules.flatMap((module) => typesFrom(module).flatMap((from) => (below(module).has(from) ? [] : [module, from]))),
    ).toEqual([]);
  });

  it("detectors stand on a bundle's facts and on the making of fixes; those of one subject know nothing of another's", () => {
    expect(upwards("engines/detect/", ["schema", "facts", "detector", "fixes", "detectors"])).toEqual([]);
    const subjectOf = (path: string) => /^engines\/detect\/detectors\/([^/]+)\//.exec(path)?.[1];
    expect(
      offenders(named("engines/detect/detectors/"), (to, { path }) => {
        const subject = subjectOf(to);
        return subject !== undefined && subject !== subjectOf(path);
      }),
    ).toEqual([]);
    const loose = named("engines/detect/detectors/").filter(({ path }) => subjectOf(path) === undefined);
    expect(loose.map(({ path }) => path)).toEqual([]);
  });

  it("a run is read upwards: what is run, its blocks, and the run itself", () =>
    expect(upwards("features/runs/", ["schema", "rules", "store", "tool", "block"])).toEqual([]));

  it("a tool is kept below, and composed above", () =>
    expect(upwards("features/tools/", ["schema", "rules", "check-definition", "cover", "store", "compose"])).toEqual(
      [],
    ));

  it("dialogs are those of ui/Modal.tsx, which return the focus", () => {
    const own = sources.filter(
      ({ path, text }) =>
        /<(Modal|Drawer)\b/.test(text) &&
        path !== "ui/Modal.tsx" &&
        !/import \{[^}]*\} from "(@\/ui|\.)\/Modal"/.test(text),
    );
    expect(own.map(({ path }) => path)).toEqual([]);
  });

  it("only engines/env.ts reads process.env", () => {
    expect(
      sources
        .filter(({ path, text }) => path !== "engines/env.ts" && /(?<!")process\.env\b/.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it("stores, routers and engines begin with server-only", () => {
    const server = sources.filter(
      ({ path }) =>
        /^features\/[^/]+\/(store|router)\.ts$/.test(path) ||
        (path.startsWith("engines/") && !/\/(sdk|kit)\//.test(path)),
    );
    const isPure = ({ path, imports }: Source) =>
      path === "engines/env.ts" ||
      path.startsWith("engines/protocol/") ||
      /(^|\/)(schema|rules)\.ts$/.test(path) ||
      imports.every((to) => /^(zod|\.|engines\/|shipped\/(contract|access)$)/.test(to));
    expect(
      server
        .filter((source) => !source.text.startsWith('import "server-only"') && !isPure(source))
        .map(({ path }) => path),
    ).toEqual([]);
  });
});

/** Options that would make a check laxer than the root's. */
const isOfChecks = (option: string) => /^(strict|no[A-Z]\w*|checkJs|allowJs|use[A-Z]\w*|skipLibCheck)$/.test(option);

/** Packages that modules load at once: by value imports, without what is loaded when it is opened. */
function packagesOf(entries: string[]): string[] {
  const found = new Set(entries);
  for (const path of found) {
    const text = sources.find((source) => source.path === path)?.text ?? "";
    for (const [, names, from] of text.matchAll(
      /^(?:import|export)\s+(?!type\b)(?:([^"';]*?)\s*from\s+)?"([^"]+)"/gm,
    )) {
      const areTypes = names?.startsWith("{") && /^\{\s*(type \w+( as \w+)?,?\s*)+\}$/.test(names);
      if (areTypes) continue;
      const to = resolveImport(path, from!);
      found.add([`${to}.ts`, `${to}.tsx`].find((file) => sources.some((source) => source.path === file)) ?? to);
    }
  }
  return [...found];
}

describe("What a page loads (docs/performance.md)", () => {
  it.each([
    ["sign-in", ["app/login/page.tsx"]],
    ["home", ["app/home/page.tsx"]],
    ["the editor", ["app/build/app/[appId]/page.tsx", "features/chat/ui/ErrorPanel.tsx"]],
    ["the database panel", ["features/grid/ui/DatabasePanel.tsx", "features/grid/ui/EntityGrid.tsx"]],
    ["the code panel", ["features/files/ui/CodePanel.tsx"]],
  ])("%s takes no schemas along, which would be a tenth of its scripts", (_page, entries) => {
    const loaded = packagesOf(["app/layout.tsx", ...entries]);
    expect(loaded).toContain("react");
    expect(loaded).not.toContain("zod");
  });

  it("shows a schema's words by problemOf, which loads the product's words with it", () => {
    const wrong = sources.filter(({ path, text }) => path.endsWith(".tsx") && /\.issues\[/.test(text));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

const isFunction = ({ type }: SyntaxNode) =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);

/** The name that a function is declared or stored under; none for one that is passed on at once. */
function nameOfFunction(node: SyntaxNode, parent: SyntaxNode | undefined): string | undefined {
  const holder = (node.id ?? parent?.id ?? parent?.key) as { name?: string } | undefined;
  return holder?.name;
}

function hasJsx(node: SyntaxNode): boolean {
  let found = false;
  walk(node, ({ type }) => {
    found ||= type === "JSXElement" || type === "JSXFragment";
    return !found;
  });
  return found;
}

/** Components and hooks of a file whose source has more lines than that: "path name lines". */
function longComponents({ path, text }: Pick<Source, "path" | "text">, most: number): string[] {
  if (text.split("\n").length <= most) return [];
  const long: string[] = [];
  walk(parseCode(path, text).program, (node, parent) => {
    const lines = text.slice(node.start, node.end).split("\n").length;
    if (lines <= most) return false;
    if (!isFunction(node)) return;
    const name = nameOfFunction(node, parent) ?? "(anonymous)";
    if (/^use[A-Z]/.test(name) || hasJsx(node)) long.push(`${path} ${name} ${lines}`);
  });
  return long;
}

describe("The code", () => {
  it("silences no type and leaves no to-do", () => {
    const wrong = sources.filter(({ text }) =>
      /@ts-(ignore|nocheck|expect-error)|\bas any\b|: any\b|\bTODO\b|\bFIXME\b/.test(text),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("checks the types of every folder: what the root's configuration leaves out has one of its own, as strict", () => {
    type Configuration = { compilerOptions: Record<string, unknown>; include: string[]; exclude: string[] };
    const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Configuration;
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { types: string } };
    const own = [...scripts.types.matchAll(/-p (\S+)/g)].map(([, folder]) => ({
      folder: folder!,
      ...read(join(folder!, "tsconfig.json")),
    }));
    const suite = readFileSync("tests/run.mjs", "utf8");
    expect(own.filter(({ folder }) => !suite.includes(`"${folder}"`))).toEqual([]);
    const checked = own.flatMap(({ folder, include }) => include.map((path) => join(folder, path)));
    const left = read("tsconfig.json").exclude.filter((path) => path !== "node_modules" && !checked.includes(path));
    expect(left).toEqual([
      // Another program, which tests/download checks as it is downloaded.
      "src/shipped/server",
    ]);
    expect(own.filter(({ exclude }) => exclude.length > 0)).toEqual([]);
    expect(own.flatMap(({ compilerOptions }) => Object.keys(compilerOptions).filter(isOfChecks))).toEqual([]);
  });

  it("silences no type in what is shipped as JavaScript either", () => {
    const folders = [
      "src/shipped/kit",
      "src/shipped/sdk",
      "src/shipped/worker",
      "src/engines/smoke/worker",
      "src/shipped/server",
    ];
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && /\.(m?js|jsx|ts|mts)$/.test(entry.name),
      ),
    );
    const wrong = files.filter(({ parentPath, name }) =>
      /@ts-(ignore|nocheck|expect-error)|[{<|(,:] ?any\b[\]}>|),;= ]/.test(
        readFileSync(join(parentPath, name), "utf8"),
      ),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it("hydrates its pages in one go: an answer that comes before a boundary hydrates makes it differ (React error 418)", () => {
    const wrong = sources.filter(
      ({ path, text }) =>
        (path.startsWith("app/") && text.includes("<Suspense")) ||
        [...text.matchAll(/\bdynamic\(\s*\(\)[\s\S]*?\n?\);/g)].some(([call]) => !call.includes("ssr: false")),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  const shipped = readdirSync("src/shipped", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(m?js|jsx|d\.ts)$/.test(path) || /^server\/.*\.ts$/.test(path))
    .map((path) => ({
      path: join("shipped", path),
      text: readFileSync(join("src/shipped", path), "utf8"),
    }));

  it("keeps files readable: at most 300 lines, in what is shipped too", () => {
    expect(shipped.length).toBeGreaterThan(100);
    const long = [...sources, ...shipped]
      .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
      .filter(({ lines }) => lines > 300);
    expect(long).toEqual([]);
  });

  it("keeps components and hooks readable: at most 120 lines", () =>
    expect([...sources, ...shipped].flatMap((source) => longComponents(source, 120))).toEqual([]));

  it("keeps rooms small: a feature that passes 4,500 lines is two", () => {
    const lines = new Map<string, number>();
    for (const { path, text } of named("features/"))
      lines.set(featureOf(path)!, (lines.get(featureOf(path)!) ?? 0) + text.split("\n").length - 1);
    expect([...lines].filter(([, count]) => count > 4_500)).toEqual([]);
  });
});
