import "server-only";
import { z } from "zod";
import { accountProcedure, appInput, ownerProcedure, router } from "@/api/procedures";
import { providerIdSchema } from "./schema";
import { accessTokenOf, connect, connectUrl, disconnect, listProviderFiles, providerStates } from "./store";

export const integrationsRouter = router({
  /** Which providers this server and this account are connected to. */
  states: accountProcedure.query(({ ctx }) => providerStates(ctx.platform, ctx.account.id)),

  /**
   * "GET /api/integrations/fetchCarbonTokens: tokens for the provider-hosted picker" (1-platform.md §7). Google's token
   * ends after an hour; Notion's do not end, and stay on the server.
   */
  tokens: accountProcedure.query(async ({ ctx }) => {
    const states = await providerStates(ctx.platform, ctx.account.id);
    const [google, notion] = (["google_drive", "notion"] as const).map((id) =>
      states.find((state) => state.id === id)!,
    );
    const token = google!.isConnected
      ? await accessTokenOf(ctx.platform, ctx.account.id, "google_drive").catch(() => null)
      : null;
    return {
      access_token: token,
      providers: {
        google: { ...google!, clientId: ctx.platform.env.GOOGLE_CLIENT_ID ?? null, accessToken: token },
        notion: { ...notion!, clientId: ctx.platform.env.NOTION_CLIENT_ID ?? null },
      },
    };
  }),

  /** Where to go to connect a provider; one comes back to this app's data sources. */
  connect: ownerProcedure
    .input(appInput({ provider: providerIdSchema }))
    .mutation(({ ctx, input }) => ({ url: connectUrl(ctx.platform, ctx.account.id, input.provider, input.appId) })),

  /** What the provider sends a person back with. */
  finish: accountProcedure
    .input(z.strictObject({ provider: providerIdSchema, code: z.string().max(4_000), state: z.string().max(4_000) }))
    .mutation(async ({ ctx, input }) => ({
      appId: await connect(ctx.platform, ctx.account.id, input.provider, input),
    })),

  /** Forgets a connection; what was read stays until it is deleted. */
  disconnect: accountProcedure
    .input(z.strictObject({ provider: providerIdSchema }))
    .mutation(async ({ ctx, input }) => {
      await disconnect(ctx.platform, ctx.account.id, input.provider);
      return {};
    }),

  files: accountProcedure
    .input(
      z.strictObject({
        provider: providerIdSchema,
        search: z.string().trim().max(200).default(""),
        cursor: z.string().max(2_000).optional(),
        /** tRPC's infinite queries name their direction. */
        direction: z.literal("forward").optional(),
      }),
    )
    .query(({ ctx, input: { provider, search, cursor } }) =>
      listProviderFiles(ctx.platform, ctx.account.id, provider, { search, cursor }),
    ),
});
