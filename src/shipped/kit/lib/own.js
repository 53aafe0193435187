import { User } from "@/api/entities";
import { fieldsOf } from "@/lib/fields";

/**
 * @import { Entity } from "@/lib/fields"
 * @import { Values } from "@/sdk/types"
 */

const isWho = /(?:^|_)(?:author|person|user|member|voter|name|writer|by|who)$/;
const isThen = /(?:_at|_on|^date|^when|^day)$/;

/**
 * What a row holds of whoever makes it and when, so that a comment asks for its text only, and a like for nothing.
 * @param {Entity} entity
 * @returns {Promise<Values>}
 */
export async function ownValues(entity) {
  const me = await User.me().catch(() => null);
  const fields = fieldsOf(entity);
  const who = fields.find(({ kind, name }) => kind === "text" && isWho.test(name));
  return { ...(who && { [who.name]: me?.full_name || me?.email?.split("@")[0] || "Member" }), ...ownDays(entity) };
}

/** The days of a row that say when it was made. @param {Entity} entity @returns {Values} */
export function ownDays(entity) {
  const now = new Date().toISOString();
  const days = fieldsOf(entity).filter(
    ({ kind, name }) => (kind === "date" || kind === "datetime") && isThen.test(name),
  );
  return Object.fromEntries(days.map(({ kind, name }) => [name, kind === "date" ? now.slice(0, 10) : now]));
}
