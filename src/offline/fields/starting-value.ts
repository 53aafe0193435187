import "server-only";
import type { Entity } from "../model/app-model";

const defaultSaid =
  /,?\s+(?:and |with |which is |it is |is )?(?:(?:(?:the )?default(?:s to|ing to| is| value|:| =)?|(?:is )?by default|standard is|starts? (?:at|as|with)|starting (?:at|with|as))\s+(-?\d+[.,]\d+|[\w-]+)|(-?\d+[.,]\d+|[\w-]+)\s+(?:as (?:the |a )?(?:default|standard)|by default|is (?:the )?(?:default|standard)))$/i;

/** "…, medium by default" and the wish without it. */
export function withoutDefault(text: string): { rest: string; value?: string } {
  const match = defaultSaid.exec(text);
  return match ? { rest: text.slice(0, match.index), value: (match[1] ?? match[2])! } : { rest: text };
}

/** Whether a new field can start as that. */
export function startAs({ entity, name }: { entity: Entity; name: string }, said: string): boolean {
  const value = entity.properties[name]!;
  const option = (value.enum ?? []).map(String).find((one) => one.toLowerCase() === said.toLowerCase());
  const yes = /^(?:yes|on|true|ticked|checked|active)$/i.test(said);
  const start =
    option ??
    (value.type === "boolean"
      ? yes
      : value.type === "number" || value.type === "integer"
        ? Number(said.replace(",", "."))
        : undefined);
  if (start === undefined || Number.isNaN(start)) return false;
  entity.properties[name] = { ...value, default: start };
  return true;
}
