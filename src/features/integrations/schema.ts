import { z } from "zod";

export const providerIds = ["google_drive", "notion"] as const;
export type ProviderId = (typeof providerIds)[number];
export const providerIdSchema = z.enum(providerIds);

export const providerNames: Record<ProviderId, string> = { google_drive: "Google Drive", notion: "Notion" };

/** A document that a person may choose. `type` is a context item's (1-platform.md §3). */
export type ProviderFile = { id: string; name: string; type: string; url: string; modifiedAt: string | null };

/** What is kept of a connection, sealed. Times are milliseconds since 1970. */
export const tokensSchema = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().nullable(),
  expiresAt: z.number().nullable(),
});
export type Tokens = z.infer<typeof tokensSchema>;

/** How a provider stands with an account. `setup` says what whoever runs the server has to set. */
export type ProviderState = { id: ProviderId; isConfigured: boolean; isConnected: boolean; setup: string };
