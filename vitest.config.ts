import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { longestFiles } from "./tests/longest.mjs";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const alias = {
  // Of its 300 ES modules, node parses the manifest (139 kB) for each: more than a second of every process.
  "date-fns": path("./node_modules/date-fns/index.cjs"),
  // The kit's modules by the names that apps import them with (engines/bundler/app-modules.ts).
  "@/components/ui": path("./src/shipped/kit/ui"),
  "@/lib/utils": path("./src/shipped/kit/cn.js"),
  "@/lib": path("./src/shipped/kit/lib"),
  "@/utils": path("./src/shipped/kit/create-page-url.js"),
  "@/api/entities": path("./src/shipped/sdk/entities.js"),
  "@/api/integrations": path("./src/shipped/sdk/integrations.js"),
  "@": path("./src"),
  "server-only": path("./tests/support/server-only.ts"),
  "@node-rs/argon2": path("./tests/support/argon2.ts"),
};

/** What meets no database, or only as other tests do, need not run on a second one. */
const asOthers = new RegExp(
  [
    "^(model|offline|functions|validation|download)/",
    // Their rows are those of sources/ingest.
    "^sources/(hostile|scraper|pictures|providers)\\.test",
    // What the model is told and answers, and words: their rows are those of chat/turn, chat/plan and account/session.
    "^chat/(conversations|auto-fix|picture|prompt|look|hold)\\.test",
    "^(account/messages|account/links|members/email-sign-in|admin/models)\\.test",
    // A process that dies in the middle of a plan or an undo dies in the middle of a turn, as in chat/kill-turn.
    "^chat/(kill-plan|kill-undo)\\.test",
    // What a host serves, and what is composed: their rows are those of runtime/publications and apps.
    "^(runtime/hosts|tools/compose)\\.test",
    // Another service's words for the same payments and memberships.
    "^(payment|memberships)/stripe\\.test",
    "^retrieval/injection\\.test",
    "^triggers/forms\\.test",
    // Turns of the offline builder: their statements are those of chat/turn and versions (by Postgres' log).
    "^chat/(undo|suggestions|app-name)\\.test",
    // Every statement that these send to Postgres is among those that the other files send (by its log), and none of
    // them is about what is done at once.
    "^entities/restore-rows\\.test",
    "^secrets/requested\\.test",
    "^retrieval/answers\\.test",
    "^context/past-changes\\.test",
    "^tools/magic-",
    "^input-words\\.test",
    "^(permissions|canary)\\.test",
  ].join("|"),
);
const opensWorld = /from "[./]+support\/(world|with-model|with-imports|sources)"|TEST_DATABASE_URL/;
const meetingDatabase = readdirSync(path("./tests"), { recursive: true, encoding: "utf8" })
  .filter(
    (file) =>
      file.endsWith(".test.ts") &&
      !asOthers.test(file) &&
      opensWorld.test(readFileSync(path(`./tests/${file}`), "utf8")),
  )
  .map((file) => `tests/${file}`);

/** Files that take long are started first: without figures of a run before, Vitest goes by size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longest = longestFiles();
    const place = ({ moduleId }: TestSpecification) => {
      const index = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
      return index < 0 ? longest.length : index;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  resolve: { alias },
  test: {
    // Only what fails waits this long: a machine may be slow, and a test is no measurement (those are in bench/).
    // Five times what the slowest takes alone on two cores; `npm test` prints the ten slowest.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 30_000 } },
    // Vitest leaves a core to itself, which on two is half of them. A third worker on two cores took longer: 579 s, not 453.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Much of what tests make is soon garbage: a larger nursery collects it less often (117 s of processor, not 125).
    // WebAssembly, the embedded database, as the server runs it (doors/build.mjs): a fourth of the processor's time of
    // tests that open databases is V8 optimizing it.
    // Most code runs a few times only, on two cores that are busy: V8's last tier and threads that collect garbage side by
    // side took more than they saved (7 % of what the tests of the offline builder take).
    execArgv: ["--max-semi-space-size=64", "--wasm-tiering-budget=1000000000", "--no-turbofan", "--single-threaded-gc"],
    globalSetup: "./tests/support/database-dump.ts",
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias },
        // Files share a process: what they import is read once. Each has a database, a folder and settings of its own.
        test: {
          name: "server",
          environment: "node",
          isolate: false,
          include: process.env.TEST_DATABASE_URL ? meetingDatabase : ["tests/**/*.test.ts"],
          exclude: ["tests/ui/**", "tests/e2e/**"],
          pool: "forks",
        },
      },
      {
        resolve: { alias },
        oxc: { jsx: { runtime: "automatic" } },
        test: {
          name: "ui",
          isolate: false,
          environment: "happy-dom",
          environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
          include: ["tests/ui/**/*.test.{ts,tsx}"],
          setupFiles: ["./tests/support/dom.ts"],
        },
      },
    ],
  },
});
