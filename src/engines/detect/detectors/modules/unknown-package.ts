import "server-only";
import { replaceWith, type Detector } from "../../detector";
import { packageExports } from "@/engines/bundler/package-exports";
import { appPackageNames, packageOf } from "@/shipped/contract";
import { nearest } from "../../fixes/nearest";

const successors: Record<string, string> = {
  "react-router": "react-router-dom",
  lucide: "lucide-react",
  motion: "framer-motion",
  "motion/react": "framer-motion",
  classnames: "clsx",
  "lucide-react-icons": "lucide-react",
};

/** An npm package that apps do not have. Functions have a list of their own. */
export const unknownPackage: Detector = {
  name: "unknown-package",
  severity: "error",
  detect: ({ clientCodes }) =>
    clientCodes.flatMap(({ path, imports }) =>
      imports
        .filter(({ source }) => !source.startsWith(".") && !source.startsWith("@/") && !packageExports(source))
        .map(({ source, sourceSpan, start, specifiers }) => ({
          path,
          start,
          message: `The package "${source}" is not available in apps`,
          fixes: () =>
            [
              wholeOf(
                source,
                specifiers.map(({ imported }) => imported),
              ),
              successors[source],
              routerFor(
                source,
                specifiers.map(({ imported }) => imported),
              ),
              nearest(source, appPackageNames),
            ]
              .filter((name) => name !== undefined)
              .map((name) => replaceWith(path, sourceSpan, JSON.stringify(name), `Imported from "${name}"`)),
        })),
    ),
};

const routers = [
  "next/link",
  "next/navigation",
  "next/router",
  "@remix-run/react",
  "wouter",
  "@reach/router",
  "@tanstack/react-router",
];

/** react-router for names that other routers share with it. */
function routerFor(source: string, wanted: string[]): string | undefined {
  const names = routers.includes(source) ? packageExports("react-router-dom") : null;
  return names && wanted.length > 0 && wanted.every((one) => names.has(one)) ? "react-router-dom" : undefined;
}

/** The package root for one of its sub-paths, when it exports all wanted names. */
function wholeOf(source: string, wanted: string[]): string | undefined {
  const name = packageOf(source);
  const names = name === source ? null : packageExports(name);
  return names && wanted.every((one) => one !== "default" && names.has(one)) ? name : undefined;
}
