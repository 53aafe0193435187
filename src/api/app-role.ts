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

/** The row role of a collaborator who only looks. The colon keeps it apart from members' roles (`roleSchema`). */
export const lookingRole = "builder:view";
