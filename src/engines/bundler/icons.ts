import "server-only";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { kitSources } from "./app-modules";
import { readModule } from "./check-file";
import type { SourceFile } from "@/shipped/contract";

export const iconPackage = "lucide-react";

let files: Map<string, string> | undefined;

/** Icon name, including aliases → file, as listed in the package's index. */
function iconFiles(): Map<string, string> {
  if (files) return files;
  const index = join(process.cwd(), "node_modules", iconPackage, "dist/esm/lucide-react.mjs");
  files = new Map();
  for (const [, names, file] of readFileSync(index, "utf8").matchAll(
    /^export \{([^}]*)\} from '(\.\/icons\/[^']+)';$/gm,
  ))
    for (const [, name] of names!.matchAll(/default as (\w+)/g)) files.set(name!, join(dirname(index), file!));
  return files;
}

/**
 * A module of only the icons that these files and the kit import: the package's index would make the bundler parse two
 * thousand files just to tree-shake them, and a preview load them all.
 * @returns undefined when files import more than named icons
 */
export function iconsModule(sources: SourceFile[]): string | undefined {
  const code = [...sources, ...kitSources].filter(({ path }) => /\.[jt]sx?$/.test(path));
  const names = new Set(
    code.flatMap((file) =>
      readModule(file)
        .imports.filter(({ specifier }) => specifier === iconPackage)
        .flatMap((one) => one.names),
    ),
  );
  const lines = [...names].map((name) => [name, iconFiles().get(name)] as const);
  return lines.every(([, file]) => file)
    ? lines.map(([name, file]) => `export { default as ${name} } from ${JSON.stringify(file)};`).join("\n")
    : undefined;
}
