import "server-only";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { entityOf, type SourceFile } from "@/shipped/contract";
import { defaultGlobals, functionExports, kitFiles, pagesOf, sdkFolder } from "@/engines/bundler/app-modules";
import { readModule, resolveFile } from "@/engines/bundler/check-file";
import { packageExports } from "@/engines/bundler/package-exports";
import { workerFolder } from "@/engines/functions/bundle";
import { functionPackages } from "@/engines/functions/schema";
import { normalizePath } from "@/shipped/contract";
import { environmentExample, packageName, type SecretName } from "./rules";

const root = process.cwd();
const templateFolder = join(root, "src/shipped/server");

/**
 * Server files that downloads run unchanged, so that rows are filtered, validated and guarded by the same code. Each
 * keeps the path by which the others import it.
 */
const sharedSources = [
  "api/event-stream.ts",
  "db/folder-lock.ts",
  "db/id.ts",
  "db/join-many.ts",
  "db/scope.ts",
  "doors/client-address.ts",
  "doors/json-response.ts",
  "doors/request.ts",
  "doors/web.ts",
  "engines/bundler/fonts.ts",
  "engines/bundler/html.ts",
  "engines/bundler/preloads.ts",
  "engines/bundler/schema.ts",
  "engines/bundler/styles.ts",
  "engines/encoding.ts",
  "engines/file-type.ts",
  "engines/json.ts",
  "engines/functions/schema.ts",
  "engines/lines.ts",
  "shipped/access.ts",
  "shipped/contract.ts",
  "value-words.ts",
  // Downloads have a members table of their own.
  ...readdirSync(join(root, "src/features/rows"))
    .filter((file) => file !== "people.ts")
    .map((file) => `features/rows/${file}`),
];

/** Packages of the project's server and build, besides the app's own imports. */
const serverPackages = [
  "@electric-sql/pglite",
  "ajv",
  "ajv-formats",
  "drizzle-orm",
  "esbuild",
  "ipaddr.js",
  "srvx",
  "tailwindcss",
  "tw-animate-css",
  "zod",
];

export type ProjectApp = {
  appId: string;
  name: string;
  slug: string;
  ownerId: string;
  versionId: string;
  filesFrom: string;
};

/** Text files of a downloaded app by path: the app, its SDK and components, and the server. */
export function projectFiles(
  app: ProjectApp,
  files: SourceFile[],
  secrets: SecretName[],
  hasData: boolean,
): SourceFile[] {
  const own = files.filter(({ path }) => normalizePath(path) === path);
  const { kit, packages } = reach(own);
  const globals = own.find(({ path }) => path === "globals.css")?.content.trim() || defaultGlobals;
  for (const [, name] of globals.matchAll(/@import "(@fontsource-variable\/[\w-]+)"/g)) packages.add(name!);
  const source = [
    ...own.filter(({ path }) => path !== "globals.css"),
    ...kit,
    ...writtenModules(own),
    { path: "globals.css", content: globals },
  ];
  const { appId, name, ownerId, versionId, filesFrom } = app;
  return [
    ...templates(name, hasData),
    ...sharedSources.map((path) => ({
      path: `server/${path}`,
      content: readFileSync(join(root, "src", path), "utf8").replace('import "server-only";\n', ""),
    })),
    ...["api.js", "config.js", "deno.js", "stream.js", "types.d.ts"].map((file) => ({
      path: `server/functions/${file}`,
      content: readFileSync(join(workerFolder, file), "utf8"),
    })),
    ...filesIn(sdkFolder, "src/sdk").filter(({ path }) => !path.endsWith("/integrations.js")),
    ...source.map(({ path, content }) => ({ path: `src/${path}`, content })),
    { path: "project.json", content: json({ appId, name, ownerId, versionId, filesFrom }) },
    {
      path: "package.json",
      content: packageJson(app, [...packages, ...serverPackages, ...(usesMail(own) ? ["nodemailer"] : [])]),
    },
    {
      path: "tsconfig.json",
      content: json({
        compilerOptions: {
          target: "es2022",
          lib: ["es2024", "dom", "dom.iterable", "dom.asynciterable"],
          module: "esnext",
          moduleResolution: "bundler",
          jsx: "react-jsx",
          allowJs: true,
          noEmit: true,
          paths: { "@/Layout": ["./src/layout.jsx"], "@/*": ["./src/*"] },
        },
        include: ["src"],
      }),
    },
    { path: ".env.example", content: environmentExample(secrets) },
  ];
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const usesMail = (files: SourceFile[]) => files.some(({ content }) => content.includes("SendEmail"));

function filesIn(folder: string, to: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path: join(to, relative(folder, path)), content: readFileSync(path, "utf8") }));
}

/**
 * Template files beside this one. npm drops .gitignore files from packages, so that one is stored under another name.
 */
function templates(name: string, hasData: boolean): SourceFile[] {
  const data = hasData
    ? "This download holds the app's rows and uploaded files, in `data/rows` and `data/uploads`."
    : "This download holds no rows: the app begins empty.";
  return filesIn(templateFolder, "").map(({ path, content }) => {
    if (path === "gitignore") return { path: ".gitignore", content };
    return {
      path,
      content:
        path === "README.md"
          ? content.replace("{{name}}", () => name.replaceAll(/\s+/g, " ")).replace("{{data}}", data)
          : content,
    };
  });
}

/** Transitive imports of the app: kit components and packages. */
function reach(own: SourceFile[]): { kit: SourceFile[]; packages: Set<string> } {
  const paths = new Map(own.map(({ path, content }) => [path, content]));
  const kit = new Map<string, SourceFile>();
  const packages = new Set(["react", "react-dom", "react-router-dom", "sonner"]);
  const waiting = own.filter(({ path }) => /\.[jt]sx?$/.test(path));
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    for (const { specifier } of readModule(file).imports) {
      const known = packageOf(specifier);
      if (known) packages.add(known);
      const path = kitFiles.get(specifier);
      if (path === undefined || kit.has(specifier) || resolveFile(paths, file.path, specifier) !== undefined) continue;
      const component = { path: projectPath(specifier, path), content: readFileSync(path, "utf8") };
      kit.set(specifier, component);
      waiting.push(component);
    }
  }
  // Generated for every app by this feature.
  kit.delete("@/api/integrations");
  return { kit: [...kit.values()], packages };
}

const projectPath = (specifier: string, path: string) => specifier.slice(2) + path.slice(path.lastIndexOf("."));

/** Functions use services too, so that their packages count anywhere. */
function packageOf(specifier: string): string | undefined {
  const [, name = ""] = /^(?:npm:)?((?:@[\w.-]+\/)?[\w.-]+)/.exec(specifier) ?? [];
  if ((functionPackages as readonly string[]).includes(name)) return name;
  return packageExports(specifier) ? name : undefined;
}

/** Modules that the platform generates for each build, as editable files. */
function writtenModules(own: SourceFile[]): SourceFile[] {
  const entities = own.flatMap(({ path }) => entityOf(path) ?? []).filter((name) => name !== "User");
  const functions = functionExports(own);
  const hasLayout = own.some(({ path }) => path === "layout.jsx");
  const pages = pagesOf(own).map(
    ({ name, path }) => `    ${JSON.stringify(name)}: lazyPage(() => import("@/${path}")),`,
  );
  const main = [
    'import { boot } from "@/sdk/boot.jsx";',
    'import { lazyPage } from "@/sdk/lazy-page.js";',
    ...(hasLayout ? ['import Layout from "@/layout.jsx";'] : []),
    "",
    '// The first page is what "/" shows.',
    "boot({\n  pages: {",
    ...pages,
    `  },${hasLayout ? "\n  layout: Layout," : ""}\n});`,
  ];
  return [
    { path: "main.jsx", content: lines(main) },
    {
      path: "api/entities.js",
      content: lines([
        'import { entityClient, User } from "@/sdk/entities.js";',
        ...entities.map((name) => `import schemaOf${name} from "@/entities/${name}.json";`),
        "",
        "export { User };",
        ...entities.map((name) => `export const ${name} = entityClient(${JSON.stringify(name)}, schemaOf${name});`),
      ]),
    },
    {
      path: "api/functions.js",
      content: lines(
        functions.length === 0
          ? ["export {};"]
          : [
              'import { functionClient } from "@/sdk/functions.js";',
              "",
              ...functions.map(
                ([exported, name]) => `export const ${exported} = functionClient(${JSON.stringify(name)});`,
              ),
            ],
      ),
    },
    {
      path: "api/integrations.js",
      content: readFileSync(join(sdkFolder, "integrations.js"), "utf8").replace("./api.js", "@/sdk/api.js"),
    },
  ];
}

const lines = (list: string[]) => `${list.join("\n")}\n`;

/** Exact versions, as installed here. */
function packageJson({ slug }: ProjectApp, packages: Iterable<string>): string {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    dependencies: Record<string, string>;
  };
  const names = [...new Set(packages)].sort();
  return json({
    name: packageName(slug),
    version: "1.0.0",
    private: true,
    type: "module",
    scripts: { start: "node server/start.mjs" },
    engines: { node: ">=20.12" },
    dependencies: Object.fromEntries(names.map((name) => [name, dependencies[name]])),
  });
}
