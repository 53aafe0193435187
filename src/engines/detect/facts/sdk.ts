import "server-only";
import { readFileSync } from "node:fs";
import { kitFiles } from "@/engines/bundler/app-modules";
import { readCode } from "./code";

/**
 * The platform's modules and their exports, read from the sources. An app's own file of the same path takes precedence.
 */
export const platformModules: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...kitFiles].map(([specifier, path]) => [
    specifier,
    new Set(readCode(path, readFileSync(path, "utf8")).exports.map(({ name }) => name)),
  ]),
);
