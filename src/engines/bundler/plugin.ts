import "server-only";
import { join } from "node:path";
import type { Plugin } from "esbuild";
import { entitiesModule, entryModule, functionsModule, kitFiles, kitModule, sdkFolder } from "./app-modules";
import { checkFile, resolveFile, type Surface } from "./check-file";
import { iconPackage, iconsModule } from "./icons";
import { appPackages, type SourceFile } from "@/shipped/contract";
import { packageExports, packageFile } from "./package-exports";
import { type BuildProblem } from "./schema";

/** Input of one build. The preview keeps the object and changes its content between builds. */
export type Sources = {
  files: Map<string, SourceFile>;
  list: SourceFile[];
  surface: Surface;
  isLazy: boolean;
  /** Module of the icons that are named; undefined when the whole package is asked for. */
  icons: string | undefined;
  /** The code that a file is bundled as. */
  codeOf: (file: SourceFile) => string;
  problems: BuildProblem[];
  refused: Map<string, BuildProblem[]>;
};

const packages = new Set<string>(appPackages);

/**
 * Imports that this plugin resolves. Each callback costs the bundler an IPC round trip, so packages and the kit are
 * resolved by `optionsOf` instead; `checkFile` has refused anything else. Everything that could name a file still comes
 * here.
 */
const narrowImports =
  /^(\.|date-fns\/|\/|@\/(pages|services|layout|globals|functions|entities|api\/(entities|functions)|components\/([^u]|u[^i]|ui[^/]))|[a-z]+:)|\.\./;

/** An app with its own components beside the kit's needs the full filter. */
export const canBeNarrow = (list: SourceFile[]): boolean =>
  !list.some(({ path }) => path.startsWith("components/ui/") || path.startsWith("components/u"));

/**
 * esbuild options that replace callbacks: a package has thousands of imports. Joinery's tsconfig.json must not apply to
 * apps. `external` packages come from the page's import map; the others are bundled.
 */
export const optionsOf = (external: readonly string[]) => ({
  alias: Object.fromEntries(kitFiles),
  external: [...external],
  tsconfigRaw: {},
});

/**
 * Resolves the app's files, the kit and allowed packages, and nothing else on this machine's disk. Use with
 * `optionsOf`.
 */
export function appPlugin(sources: Sources, isNarrow = canBeNarrow(sources.list)): Plugin {
  return {
    name: "app",
    setup(build) {
      build.onResolve({ filter: /^virtual:(entry|kit)$/ }, ({ path }) => ({
        path: path.slice("virtual:".length),
        namespace: "virtual",
      }));
      build.onResolve({ filter: /^sdk:/ }, ({ path }) => ({
        path: join(
          sdkFolder,
          path === "sdk:boot" || path === "sdk:problem" ? `${path.slice(4)}.jsx` : `${path.slice(4)}.js`,
        ),
      }));
      // A path of no disk: the same build on every server has the same name.
      if (sources.icons !== undefined) {
        build.onResolve({ filter: new RegExp(`^${iconPackage}$`) }, () => ({
          path: "icons",
          namespace: "icons",
          sideEffects: false,
        }));
        build.onLoad({ filter: /.*/, namespace: "icons" }, () => ({ contents: sources.icons ?? "", resolveDir: "/" }));
      }
      // Components of the kit import the app's accounts and entities too.
      build.onResolve({ filter: /^@\/api\/(entities|functions)$/, namespace: "file" }, ({ path }) => ({
        path: path.slice(2),
        namespace: "virtual",
      }));
      for (const namespace of ["app", "virtual"])
        build.onResolve({ filter: isNarrow ? narrowImports : /.*/, namespace }, ({ path, importer }) => {
          if (path === "@/api/entities" || path === "@/api/functions")
            return { path: path.slice(2), namespace: "virtual" };
          const own = resolveFile(sources.files, importer, path);
          if (own !== undefined) return { path: own, namespace: "app" };
          if (kitFiles.has(path) || packages.has(path)) return undefined;
          const module = packageExports(path) ? packageFile(path) : undefined;
          return module ? { path: module } : { path, namespace: "missing" };
        });
      build.onLoad({ filter: /.*/, namespace: "virtual" }, ({ path }) => ({
        contents:
          path === "entry"
            ? entryModule(sources.list, sources.isLazy)
            : path === "kit"
              ? kitModule(sources.list)
              : path === "api/entities"
                ? entitiesModule(sources.list)
                : functionsModule(sources.list),
        loader: "jsx",
        resolveDir: process.cwd(),
      }));
      build.onLoad({ filter: /.*/, namespace: "missing" }, () => ({ contents: "module.exports = {}", loader: "js" }));
      build.onLoad({ filter: /.*/, namespace: "app" }, ({ path }) => {
        const file = sources.files.get(path)!;
        if (path.endsWith(".css")) return { contents: "", loader: "js" };
        if (path.endsWith(".json")) return { contents: file.content, loader: "json" };
        const problems = sources.refused.get(path) ?? checkFile(file, sources.files, sources.surface);
        sources.problems.push(...problems);
        if (problems.length > 0) return { contents: problemModule(problems), loader: "js", resolveDir: process.cwd() };
        return {
          contents: sources.codeOf(file),
          loader: path.endsWith(".ts") ? "ts" : path.endsWith(".tsx") ? "tsx" : "jsx",
          resolveDir: process.cwd(),
        };
      });
    },
  };
}

/** Replaces a file that cannot run, with any export, so that the rest of the app does. */
function problemModule(problems: BuildProblem[]): string {
  return `const { problemComponent } = require("sdk:problem");
const Problem = problemComponent(${JSON.stringify(problems)});
module.exports = new Proxy({ __esModule: true, default: Problem }, { get: (target, name) => (name in target ? target[name] : Problem), has: () => true });`;
}

export function sourcesOf(list: SourceFile[], surface: Surface, isLazy: boolean): Sources {
  return {
    files: new Map(list.map((file) => [file.path, file])),
    list,
    surface,
    isLazy,
    icons: iconsModule(list),
    codeOf: ({ content }) => content,
    problems: [],
    refused: new Map(),
  };
}
