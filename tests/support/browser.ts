import { test as base } from "@playwright/test";
import { Gumroad } from "./gumroad";
import { ScriptedServer } from "./scripted-server";
import { Server } from "./server";
import { Stripe } from "./stripe";
import { signUpAdmin } from "./talk";

/** Of the site on this machine that `server` may read, if a file's tests serve one. */
export const sitePort = 4323;

type Servers = {
  /** A server as it is installed: no mail, no model. */
  server: Server;
  /** A server whose assistant plays the test's replies. */
  scripted: ScriptedServer;
  /** Who takes the payments of memberships on `server`. */
  gumroad: Gumroad;
  stripe: Stripe;
};

/**
 * Playwright's test, with servers that all files of a worker share: a start costs more than most tests. Both have an
 * admin. Files that need settings of their own, or a server that nobody has used, start one. A worker with a failed
 * test ends, and its servers with it.
 */
export const test = base.extend<object, Servers>({
  server: [
    async ({ gumroad, stripe }, use) => {
      const server = await Server.start({
        GUMROAD_URL: gumroad.url,
        STRIPE_URL: stripe.url,
        SCRAPER_PRIVATE_HOSTS: `127.0.0.1:${sitePort}`,
      });
      await signUpAdmin(server);
      await use(server);
      await server.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  scripted: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this pattern.
    async ({}, use) => {
      const scripted = await ScriptedServer.start();
      await signUpAdmin(scripted.server);
      await use(scripted);
      await scripted.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  gumroad: [
    // oxlint-disable-next-line no-empty-pattern -- See above.
    async ({}, use) => {
      const gumroad = await Gumroad.start();
      await use(gumroad);
      await gumroad.close();
    },
    { scope: "worker" },
  ],
  stripe: [
    // oxlint-disable-next-line no-empty-pattern -- See above.
    async ({}, use) => {
      const stripe = await Stripe.start();
      await use(stripe);
      await stripe.close();
    },
    { scope: "worker" },
  ],
});
