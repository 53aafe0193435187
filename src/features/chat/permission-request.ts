import type { PermissionLevel, Permissions } from "@/features/entities/schema";

export type PermissionPreset = Permissions & { name: string; meaning: string };

/** The table of 2-builder.md §6, "Permission presets". */
export const permissionPresets: PermissionPreset[] = [
  { name: "Admin Only Read, Anonymous Write", meaning: "anyone can submit, only admins can view", read: "admin", write: "anonymous" },
  { name: "Anonymous Read, Admin Write", meaning: "anyone can view, only admins can edit", read: "anonymous", write: "admin" },
  { name: "Public Read, Admin Write", meaning: "logged in users can view, only admins can edit", read: "all", write: "admin" },
  { name: "Public Read, Creator Write", meaning: "logged in users can view, only the creator can edit", read: "all", write: "creator" },
  { name: "Creator Only", meaning: "only the creator can view and edit", read: "creator", write: "creator" },
  { name: "Admin Only", meaning: "only admins can view and edit", read: "admin", write: "admin" },
];

/** "anonymous is Anonymous, all is Public, admin is Admin, creator is Creator, none is None" (2-builder.md §6). */
export const levelLabels: Record<PermissionLevel, string> = { anonymous: "Anonymous", all: "Public", admin: "Admin", creator: "Creator", none: "None" };

const presetOf = ({ read, write }: Permissions): PermissionPreset | undefined => permissionPresets.find((preset) => preset.read === read && preset.write === write);

/** A preset's name; other combinations are named 'X Read, Y Write'. */
export const permissionName = (permissions: Permissions): string =>
  presetOf(permissions)?.name ?? `${levelLabels[permissions.read]} Read, ${levelLabels[permissions.write]} Write`;

/** A preset's meaning, for a hint beside its name. */
export const permissionMeaning = (permissions: Permissions): string | undefined => presetOf(permissions)?.meaning;

/** The chat message that a permission popover sends: it asks "to set the entity's permissions to the chosen description". */
export const permissionRequest = (entity: string, preset: PermissionPreset): string =>
  `Set the permissions of the ${entity} entity to "${preset.name}": ${preset.meaning}.`;

export const permissionTexts = {
  busy: "Please wait for chat to finish before updating permissions",
  failed: "Failed to request access control change",
};
