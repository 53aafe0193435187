"use client";
import { trpc } from "@/api/client";
import { rolesIn } from "@/features/rows/rules";

/** What a role is called on screen: "Admin", "Site manager". */
export const roleName = (role: string): string => {
  const words = role.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The roles that a member of this app can have: user, admin, and those that its row rules name. */
export function useRoles(appId: string): string[] {
  const { data } = trpc.entities.schemas.useQuery({ appId });
  return [...new Set(["user", "admin", ...(data?.entities ?? []).flatMap(({ access }) => rolesIn(access))])];
}
