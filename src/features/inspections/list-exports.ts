import "server-only";
import { readFileSync } from "node:fs";
import { readModule } from "@/engines/bundler/check-file";
import { kitFiles, surfaceOf } from "@/engines/bundler/app-modules";
import { packageExports } from "@/engines/bundler/package-exports";
import {
  appPackageNames,
  components,
  entityMethods,
  integrations,
  type SourceFile,
  userMethods,
} from "@/shipped/contract";
import type { Unseen } from "./rules";
import type { Seen } from "./schema";

/** Names listed at once. A kit component's props and their explanation, in characters. */
const namesMax = 300;
const signatureMax = 400;

/** What a module exports: the kit and the SDK with what their functions take, packages by names. */
export function listExports(files: SourceFile[], module: string, like?: string): Seen | Unseen {
  const names = namesOf(files, module);
  if (!names)
    return {
      fault: `Nothing is imported from ${module}. There are @/api/entities, @/api/functions, @/api/integrations, @/lib/rows, @/lib/format, @/lib/fields, @/lib/utils, @/utils, the app's files, ${appPackageNames.join(", ")}, and @/components/ui/ with ${components.join(", ")}.`,
    };
  const wanted = like?.toLowerCase();
  const found = [...names].filter((name) => !wanted || name.toLowerCase().includes(wanted)).sort();
  const explained = signaturesOf(module);
  const lines = found.slice(0, namesMax).map((name) => explained.get(name) ?? name);
  const more = found.length > namesMax ? [`… and ${found.length - namesMax} more: say what their names contain`] : [];
  const which = like ? ` like “${like}”` : "";
  return {
    summary: `Looked at what ${module} offers${which}: ${found.length} ${found.length === 1 ? "name" : "names"}`,
    text: [...methodsOf(module), [...lines, ...more].join(explained.size > 0 ? "\n" : ", ") || "Nothing"].join("\n"),
  };
}

function namesOf(files: SourceFile[], module: string): ReadonlySet<string> | undefined {
  const start = module.replace(/^@\/|^(\.?\/)*(src\/)?/, "");
  const own = files.find(({ path }) => path === start || path.replace(/\.[cm]?[jt]sx?$/, "") === start);
  if (own && !own.path.endsWith(".json")) return readModule(own).exports;
  return surfaceOf(files).get(module) ?? packageExports(module) ?? undefined;
}

const methodsOf = (module: string): string[] => {
  const list = (methods: { signature: string }[]) => methods.map(({ signature }) => signature).join("; ");
  if (module === "@/api/entities") return [`Each table: ${list(entityMethods)}`, `User: ${list(userMethods)}`];
  return module === "@/api/integrations" ? [list(integrations)] : [];
};

/** "/** what it is *\/ Name({ props })" of each function that a kit file exports, or passes on from another one. */
function signaturesOf(module: string): Map<string, string> {
  const path = kitFiles.get(module);
  if (!path) return new Map();
  const text = readFileSync(path, "utf8");
  const functions = text.matchAll(
    /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?export (?:async )?function (\w+)\(([\s\S]*?)\) \{/g,
  );
  const own = [...functions].map(([, words = "", name, inputs]): [string, string] => {
    const about = words.replaceAll(/\s*\n\s*\*?\s*/g, " ").trim();
    const call = `${name}(${inputs!.replaceAll(/\s+/g, " ").trim()})`;
    return [name!, `${call}${about ? ` — ${about}` : ""}`.slice(0, signatureMax)];
  });
  const passedOn = [...text.matchAll(/^export \{ ([\w, ]+) \} from "([^"]+)";/gm)].flatMap(([, names, from]) =>
    [...signaturesOf(from!)].filter(([name]) => names!.split(", ").includes(name)),
  );
  return new Map([...own, ...passedOn]);
}
