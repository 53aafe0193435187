// Bundles the thread that checks code (answer.ts) into one file: once by the build, and from the sources in development
// and tests.
import { build } from "esbuild";

/** Where the build puts it, beside the server. */
export const checkerFile = ".next/joinery/checker.mjs";

/** @param {string} outfile relative to the installation */
export const bundleChecker = (outfile) =>
  build({
    entryPoints: ["src/features/validation/worker/answer.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    packages: "external",
    logLevel: "error",
    plugins: [
      {
        name: "server-only",
        setup(builder) {
          builder.onResolve({ filter: /^server-only$/ }, () => ({ path: "server-only", namespace: "empty" }));
          builder.onLoad({ filter: /.*/, namespace: "empty" }, () => ({ contents: "" }));
          builder.onResolve({ filter: /^@\// }, ({ path, ...from }) =>
            builder.resolve(`./src/${path.slice(2)}`, { kind: from.kind, resolveDir: process.cwd() }),
          );
        },
      },
    ],
  });
