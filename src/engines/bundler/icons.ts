import "server-only";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readModule } from "./check-file";
import type { SourceFile } from "@/shipped/contract";

export const iconPackage = "lucide-react";

let files: Map<string, string> | undefined;

/** The file of each icon by every name that it goes by, as the package's own index has them. */
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
 * The icon package with the icons that these files name: its index would make the bundler read two thousand to leave
 * them out again.
 * @returns undefined when they ask for more of it than icons by their names
 */
export function iconsModule(sources: SourceFile[]): string | undefined {
  const code = sources.filter(({ path }) => /\.[jt]sx?$/.test(path));
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
