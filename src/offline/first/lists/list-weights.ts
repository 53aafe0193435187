import "server-only";
import type { Member } from "./member";

export const weightOf = (member: Member): number | null =>
  member.is === "noun"
    ? member.inside && !member.isOpen
      ? Math.max(member.weight, 0.8)
      : member.weight
    : member.is === "field"
      ? 0
      : member.is === "asked"
        ? 0.05
        : null;

/** How much a list tells of rows (1) rather than of fields (0). */
export function meanOf(members: Member[]): number {
  const weights = members.map(weightOf).filter((weight) => weight !== null);
  return weights.length === 0 ? 0 : weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
}

/** "boxes, room, contents, fragile": rows in the plural, and then their fields alone. */
export function firstOnly(members: Member[], isAsker = false): string | null {
  const [first, ...others] = members;
  if (first?.is !== "noun" || (first.inside && !first.isOpen)) return null;
  // "escape room operator: rooms, difficulty": whoever asks is no row, so the first are.
  if (isAsker ? first.weight < 0.5 || others.length === 0 : first.weight < 0.7 || others.length < 2) return null;
  return others.every((other) => (weightOf(other) ?? 0) < 0.45) ? first.noun : null;
}
