"use client";
import { refusalOf, type Right } from "./app-role";
import { trpc } from "./client";

/**
 * What the signed-in builder may do with an app, by the rule that the server asks too. Until the app is read they may do
 * nothing, and there is no refusal to show.
 */
export function useRights(appId: string) {
  const { data: app } = trpc.apps.get.useQuery({ appId });
  const who = app && { role: app.role, isAdmin: app.standing.isAdmin };
  return {
    may: (right: Right): boolean => who !== undefined && refusalOf(who, right) === undefined,
    /** Why not, in words. */
    refusal: (right: Right): string | undefined => who && refusalOf(who, right),
  };
}
