import "server-only";
import { z } from "zod";
import { withinLimit } from "@/api/limit";
import { appInput, managerProcedure, publicProcedure, router, viewerProcedure } from "@/api/procedures";
import type { OwnedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { appUrl } from "@/features/apps/address";
import { AppError } from "@/errors";
import { checkDomain, targetOf } from "./check-domain";
import { isOwnHost, recordsOf } from "./rules";
import { domainNameSchema, type DomainView } from "./schema";
import { claimDomain, findDomain, isAppHost, removeDomain } from "./store";

const [checksMax, quarterHour] = [30, 15 * 60];

const ownHosts = ({ env }: Platform) => ({ builder: new URL(env.APP_URL).hostname, apps: env.APPS_DOMAIN });

async function viewOf(platform: Platform, owned: OwnedApp, slug: string): Promise<DomainView | null> {
  const row = await findDomain(owned);
  if (!row) return null;
  const { name, token } = row;
  return {
    name,
    state: row.verifiedAt ? "verified" : "pending",
    url: appUrl(platform.env, { slug, customDomain: name }),
    problem: row.problem,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    records: recordsOf({ name, token, target: targetOf(platform, slug) }),
  };
}

const limited = managerProcedure.use(async ({ ctx, next }) => {
  if (!(await withinLimit(ctx.platform.db, `domain:${ctx.app.id}`, checksMax, quarterHour)))
    throw new AppError("too-many-requests");
  return next();
});

export const domainsRouter = router({
  get: viewerProcedure.input(appInput({})).query(({ ctx }) => viewOf(ctx.platform, ctx.owned, ctx.app.slug)),

  /** Claims a domain and looks at its DNS at once. */
  set: limited.input(appInput({ name: domainNameSchema })).mutation(async ({ ctx, input: { name } }) => {
    if (isOwnHost(name, ownHosts(ctx.platform))) throw new AppError("domain-own");
    await claimDomain(ctx.owned, name);
    await checkDomain(ctx.platform, ctx.owned);
    return viewOf(ctx.platform, ctx.owned, ctx.app.slug);
  }),

  check: limited.input(appInput({})).mutation(async ({ ctx }) => {
    await checkDomain(ctx.platform, ctx.owned);
    return viewOf(ctx.platform, ctx.owned, ctx.app.slug);
  }),

  remove: managerProcedure.input(appInput({})).mutation(async ({ ctx }) => {
    await removeDomain(ctx.owned);
    return {};
  }),

  /**
   * Whether a web server in front may get a certificate for a name (Caddy's `on_demand_tls ask`): the builder's own
   * host, an app's address or id below the apps' domain, or a verified domain.
   * @throws not-found for every other one, so that nobody can have certificates made for names that lead nowhere
   */
  ask: publicProcedure
    .input(z.strictObject({ domain: z.string().trim().toLowerCase().min(1).max(253) }))
    .query(async ({ ctx, input: { domain } }) => {
      const { builder, apps } = ownHosts(ctx.platform);
      const label = domain.endsWith(`.${apps}`) ? domain.slice(0, -apps.length - 1) : undefined;
      const name = label && !label.includes(".") ? label : domain.includes(".") ? domain : undefined;
      const isKnown = domain === builder || (name !== undefined && (await isAppHost(ctx.platform.db, name)));
      if (!isKnown) throw new AppError("not-found");
      return {};
    }),
});
