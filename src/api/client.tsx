"use client";
import { type ReactNode, useEffect, useState } from "react";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { httpBatchLink, httpLink, splitLink, TRPCClientError } from "@trpc/client";
import { createTRPCReact } from "@trpc/react-query";
import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import superjson from "superjson";
import { notifyFailure } from "@/ui/notify";
import { joinDoubles } from "./join-doubles";
import { offerUpgrade } from "./offer-upgrade";
import type { AppRouter } from "@/doors/router";
import { isOpenPath } from "./rules";

/** Typed calls: `trpc.apps.list.useQuery()`. Server data lives only in its query cache. */
export const trpc = createTRPCReact<AppRouter>();

/** Inputs and outputs of procedures: `RouterOutputs["apps"]["get"]`. */
export type RouterInputs = inferRouterInputs<AppRouter>;
export type RouterOutputs = inferRouterOutputs<AppRouter>;

/** The server's limit on calls per batch. */
const batchMax = 10;

/** "Token refresh: 3,000,000 ms (50 minutes)" (1-platform.md §9). */
const refreshEveryMs = 3_000_000;
const lookEveryMs = 60_000;
const refreshedAtKey = "joinery.refreshedAt";

/** Whether the token refresh is due, which is claimed for this tab. The time is in localStorage and survives reloads. */
function takeRefresh(): boolean {
  try {
    const last = Number(window.localStorage.getItem(refreshedAtKey));
    const isDue = last > 0 && Date.now() - last >= refreshEveryMs;
    if (isDue || !last) window.localStorage.setItem(refreshedAtKey, String(Date.now()));
    return isDue;
  } catch {
    return false;
  }
}

/**
 * Exchanges the token when it is due, in one tab for all. The lock is held until the server has answered: tabs of other
 * processes see what one writes to localStorage a moment later. Only secure contexts have locks: elsewhere two tabs may both exchange it.
 */
async function refreshWhenDue(refresh: () => Promise<unknown>): Promise<void> {
  const take = async () => {
    if (takeRefresh()) await refresh().catch(() => undefined);
  };
  await ("locks" in navigator ? navigator.locks.request("joinery.refresh", take) : take());
}

type Failure = { reason: string; message: string; details?: unknown };

/**
 * The refusal behind a failed call: a reason to branch on, a message to show. A lost connection has a reason of its
 * own.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof TRPCClientError) {
    const data: unknown = error.data;
    if (data && typeof data === "object" && "reason" in data)
      return { message: error.message, ...(data as { reason: string; details?: unknown }) };
    return { reason: "offline", message: "The server cannot be reached. Check the connection and try again." };
  }
  return { reason: "internal", message: error instanceof Error ? error.message : String(error) };
}

/** Why a call was refused, in words; undefined while it was not. */
export function wordsOf(error: unknown): string | undefined {
  return error ? failureOf(error).message : undefined;
}

/** Whether the app was deleted, or is no longer shared with this person. */
export const isAppGone = (error: unknown): boolean => failureOf(error).reason === "app-not-found";

/** Polling interval that ends once the app is gone. */
export const whileAppExists =
  (ms: number) =>
  ({ state }: { state: { error: unknown } }) =>
    isAppGone(state.error) ? false : ms;

/**
 * "A null user means logged out: redirect to /login unless it is the first load" (1-platform.md §4). Exempt pages
 * (sign-in and the like) stay where they are; all others are returned to after sign-in. The server has removed the
 * cookie.
 */
function leaveWhenSignedOut(error: unknown): boolean {
  if (failureOf(error).reason !== "not-signed-in") return false;
  if (!isOpenPath(window.location.pathname))
    window.location.assign(
      `/login?redirectTo=${encodeURIComponent(window.location.pathname + window.location.search)}`,
    );
  return true;
}

/** A refusal by the plan opens the upgrade dialog instead of a toast. */
function showPlans(error: unknown): boolean {
  const { reason, details } = failureOf(error);
  if (reason !== "upgrade-required") return false;
  offerUpgrade((details as { gate?: string } | undefined)?.gate);
  return true;
}

function openQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => void leaveWhenSignedOut(error) }),
    // A panel that words its own failure sets `meta: { quiet: true }` on the mutation.
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (leaveWhenSignedOut(error) || showPlans(error)) return;
        if (!mutation.meta?.quiet) notifyFailure(failureOf(error).message);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // Only lost connections are retryable; a refusal is final.
        retry: (count, error) => failureOf(error).reason === "offline" && count < 3,
      },
    },
  });
}

/** Providers that panels need: the typed client, the query cache, the token refresh. */
export function Doors({ children }: { children: ReactNode }) {
  const [queryClient] = useState(openQueryClient);
  const [client] = useState(() =>
    trpc.createClient({
      links: [
        joinDoubles,
        splitLink({
          // A batch answers with its slowest call, so slow procedures (they run an app) opt out with `trpc: { context:
          // { isSlow: true } }`.
          condition: ({ type, context }) => type === "query" && !context.isSlow,
          true: httpBatchLink({ url: "/api/trpc", transformer: superjson, maxItems: batchMax, maxURLLength: 8_000 }),
          false: splitLink({
            // keepalive: a mutation sent while the page closes or reloads still reaches the server.
            condition: ({ context }) => context.outlivesPage === true,
            true: httpLink({
              url: "/api/trpc",
              transformer: superjson,
              fetch: (url, options) => fetch(url, { ...options, keepalive: true }),
            }),
            false: httpLink({ url: "/api/trpc", transformer: superjson }),
          }),
        }),
      ],
    }),
  );
  useEffect(() => {
    const look = () => {
      if (!isOpenPath(window.location.pathname)) void refreshWhenDue(() => client.account.refresh.mutate());
    };
    look();
    const timer = window.setInterval(look, lookEveryMs);
    return () => window.clearInterval(timer);
  }, [client]);
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}
