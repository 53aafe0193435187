import { type AppIcon, appIconSchema, iconTones, nameMax, unnamed } from "./schema";

const slugMax = 40;

/** "My CRM (draft)!" → "my-crm-draft"; of a long name the words that fit. Empty when nothing of the name fits a host label. */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/[̀-ͯ]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  if (slug.length <= slugMax) return slug;
  const whole = slug.slice(0, slugMax + 1).replace(/-[^-]*$/, "");
  return whole.length <= slugMax ? whole : slug.slice(0, slugMax);
}

/** Reserved labels, which look like hosts of the platform. */
const reserved = new Set(["www", "api", "app", "apps", "admin", "mail", "static", "joinery", "localhost"]);

export function isReservedSlug(slug: string): boolean {
  return reserved.has(slug);
}

/** A name from a request's first words, for requests of which the offline reader makes no app. */
export function nameFromRequest(request: string): string {
  const first = request
    .trim()
    .split(/[\n.!?:;,(]/, 1)[0]!
    .replace(/^(please\s+)?(build|create|make|i want|i need|give me)\s+(me\s+)?/i, "")
    .replace(/^(an?|the)\s+/i, "")
    .replace(/^(?:simple\s+)?app\s+(?:for|to)\s+(?:(?:my|our|an?|the)\s+)?(?=\S)/i, "")
    .split(/\s+(?:with|that|which|where|including|so that)\s/i, 1)[0]!;
  const words = first
    .split(/\s+/)
    .slice(0, 5)
    .join(" ")
    .slice(0, nameMax)
    // Drop dangling prepositions: "Renting boats to".
    .replace(/(?:\s+(?:and|or|of|for|to|in|on|at|by|my|our|an?|the))+$/i, "")
    .trim();
  return words ? words[0]!.toUpperCase() + words.slice(1) : unnamed;
}

/** "CRM" → "Copy of CRM", "Copy of CRM (2)" where that is among the names taken; within the name's limit. */
export function copyName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? "" : ` (${number})`;
    const copy = `Copy of ${name}`.slice(0, nameMax - suffix.length).trim() + suffix;
    if (!taken.includes(copy)) return copy;
  }
}

/** The app's icon, else a default one with a colour derived from its id. */
export function iconOf(appId: string, icon: unknown): AppIcon {
  const given = appIconSchema.safeParse(icon);
  if (given.success) return given.data;
  const sum = Array.from(appId).reduce((total, letter) => (total * 31 + letter.codePointAt(0)!) % 9973, 7);
  return { name: "apps", tone: iconTones[sum % iconTones.length]! };
}
