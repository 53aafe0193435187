import type { PermissionPreset } from "@/features/entities/rules";

/** The chat message that a permission popover sends: it asks "to set the entity's permissions to the chosen description". */
export const permissionRequest = (entity: string, preset: PermissionPreset): string =>
  `Set the permissions of the ${entity} entity to "${preset.name}": ${preset.meaning}.`;

export const permissionTexts = {
  busy: "Please wait for chat to finish before updating permissions",
  failed: "Failed to request access control change",
};
