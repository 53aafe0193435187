import { test as base } from "@playwright/test";
import { ScriptedServer } from "./scripted-server";
import { Server } from "./server";
import { signUpAdmin } from "./talk";

type Servers = {
  /** A server as it is installed: no mail, no model. */
  server: Server;
  /** A server whose assistant plays the test's replies. */
  scripted: ScriptedServer;
};

/**
 * Playwright's test, with servers that all files of a worker share: a start costs more than most tests. Both have an
 * admin. Files that need settings of their own, or a server that nobody has used, start one. A worker with a failed
 * test ends, and its servers with it.
 */
export const test = base.extend<object, Servers>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this pattern.
    async ({}, use) => {
      const server = await Server.start();
      await signUpAdmin(server);
      await use(server);
      await server.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  scripted: [
    // oxlint-disable-next-line no-empty-pattern -- See above.
    async ({}, use) => {
      const scripted = await ScriptedServer.start();
      await signUpAdmin(scripted.server);
      await use(scripted);
      await scripted.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});
