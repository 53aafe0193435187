import type { PermissionPreset } from "@/features/entities/rules";

/**
 * The chat message that a permission popover sends: it asks "to set the entity's permissions to the chosen
 * description".
 */
export const permissionRequest = (entity: string, preset: PermissionPreset): string =>
  `Set the permissions of the ${entity} entity to "${preset.name}": ${preset.meaning}.`;

export const permissionTexts = {
  asked: (entity: string) => `The assistant is changing who can see and change ${entity} rows`,
  busy: "Please wait for chat to finish before updating permissions",
  failed: "Failed to request access control change",
};
