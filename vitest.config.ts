import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const alias = { "@": path("./src"), "server-only": path("./tests/support/server-only.ts") };

/** What meets no database, or only as other tests do, need not run on a second one. */
const withoutDatabase = ["tests/model/**", "tests/smoke/**", "tests/functions/**", "tests/validation/**", "tests/download/**", "tests/permissions.test.ts", "tests/canary.test.ts"];

export default defineConfig({
  resolve: { alias },
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Vitest leaves a core to itself, which on two is half of them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: "./tests/support/database-dump.ts",
    projects: [
      {
        resolve: { alias },
        test: { name: "server", environment: "node", include: ["tests/**/*.test.ts"], exclude: ["tests/ui/**", "tests/e2e/**", ...(process.env.TEST_DATABASE_URL ? withoutDatabase : [])], pool: "forks" },
      },
      {
        resolve: { alias },
        oxc: { jsx: { runtime: "automatic" } },
        test: { name: "ui", environment: "happy-dom", include: ["tests/ui/**/*.test.tsx"], setupFiles: ["./tests/support/dom.ts"] },
      },
    ],
  },
});
