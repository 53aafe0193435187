import { User } from "@/api/entities";
import { fieldsOf } from "@/lib/fields";

/**
 * @import { Entity, Field } from "@/lib/fields"
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
  const fields = fieldsOf(entity).filter(({ property }) => !property["x-accessControl"]);
  const who = fields.find(({ kind, name }) => kind === "text" && isWho.test(name));
  return { ...(who && { [who.name]: me?.full_name || me?.email?.split("@")[0] || "Member" }), ...daysOf(fields) };
}

/** The days of a row that say when it was made. @param {Field[]} fields @returns {Values} */
function daysOf(fields) {
  const now = new Date().toISOString();
  const days = fields.filter(({ kind, name }) => (kind === "date" || kind === "datetime") && isThen.test(name));
  return Object.fromEntries(days.map(({ kind, name }) => [name, kind === "date" ? now.slice(0, 10) : now]));
}

/**
 * What a new row has where its form does not ask for it: its state is the first one, and it came today.
 * @param {Entity} entity
 * @param {string[]} asked
 * @returns {Values}
 */
export function unaskedValues(entity, asked) {
  // The server gives a field that not everybody may set its default.
  const fields = fieldsOf(entity).filter(({ name, property }) => !asked.includes(name) && !property["x-accessControl"]);
  const usual = fields.filter(({ property }) => property.default !== undefined && property.default !== null);
  return {
    ...Object.fromEntries(usual.map(({ name, property }) => [name, property.default ?? null])),
    ...daysOf(fields),
  };
}
