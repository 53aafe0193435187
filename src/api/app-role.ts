/**
 * Rights on an app, the least first. "view" reads everything but secrets and changes nothing; "edit" builds and edits
 * data; "admin" also publishes and manages secrets, people and payments; "owner" also deletes the app or hands it over.
 */
export const appRoles = ["view", "edit", "admin", "owner"] as const;
export type AppRole = (typeof appRoles)[number];

/** Whether a role includes another's rights. */
export const reaches = (role: AppRole, least: AppRole): boolean => appRoles.indexOf(role) >= appRoles.indexOf(least);

/** Refusals, by the role that would be needed. */
export const roleRefusals: Record<AppRole, string> = {
  view: "You cannot see this app",
  edit: "You can look at this app, not change it. Ask its owner for the right to edit.",
  admin: "Only the owner and admins of this app can do this",
  owner: "Only the owner of this app can do this",
};

/**
 * What a call asks of a builder: a role in the app and, where `isAdmin`, to be an admin of the installation too (code,
 * secrets, function deploys: 1-platform.md §6). Procedures are built from this table, and panels show by it.
 */
export const rights = {
  viewer: { least: "view", isAdmin: false },
  editor: { least: "edit", isAdmin: false },
  manager: { least: "admin", isAdmin: false },
  owner: { least: "owner", isAdmin: false },
  viewerAdmin: { least: "view", isAdmin: true },
  editorAdmin: { least: "edit", isAdmin: true },
  managerAdmin: { least: "admin", isAdmin: true },
  ownerAdmin: { least: "owner", isAdmin: true },
} as const satisfies Record<string, { least: AppRole; isAdmin: boolean }>;
export type Right = keyof typeof rights;

/** @returns why somebody lacks a right, in words; undefined when they have it */
export function refusalOf(who: { role: AppRole; isAdmin: boolean }, right: Right): string | undefined {
  const { least, isAdmin } = rights[right];
  if (!reaches(who.role, least)) return roleRefusals[least];
  return isAdmin && !who.isAdmin ? "Only admins of this Joinery can do this" : undefined;
}

/** The row role of a collaborator who only looks. The colon keeps it apart from members' roles (`roleSchema`). */
export const lookingRole = "builder:view";
