import { User } from "@/api/entities";
import { fieldsOf, isEmpty } from "@/lib/fields";

/**
 * @import { Entity, Field, Names } from "@/lib/fields"
 * @import { Person, Row, Values } from "@/sdk/types"
 */

const isWho = /(?:^|_)(?:author|person|user|member|voter|name|writer|by|who)$/;
const isThen = /(?:_at|_on|^date|^when|^day)$/;
const isArrival =
  /^(?:(?:booked|ordered|reserved|registered|enrolled|requested|reported|applied|submitted|filed|sent|signed_up|subscribed|joined)_(?:on|at)|joined|enrolled|(?:registration|enrolment|enrollment|sign_up)_date|(?:member|customer|client|subscribed)_since)$/;

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
  const days = fields.filter(
    (field) => saysWhenMade(field) || ((field.kind === "date" || field.kind === "datetime") && isThen.test(field.name)),
  );
  return Object.fromEntries(days.map(({ kind, name }) => [name, kind === "date" ? now.slice(0, 10) : now]));
}

/** Whether a field says when a row was made, which nobody needs to type. @param {Field} field */
const saysWhenMade = ({ kind, name }) => (kind === "date" || kind === "datetime") && isArrival.test(name);

/**
 * The days on which a new row came in, of those that its form does not ask for.
 * @param {Entity} entity @param {string[]} asked @returns {Values}
 */
export const arrivalDays = (entity, asked) =>
  daysOf(
    fieldsOf(entity).filter(
      (field) => saysWhenMade(field) && !asked.includes(field.name) && !field.property["x-accessControl"],
    ),
  );

/**
 * What members fill in of a new row of their own: not when they do it, nor references to rows that they may not read.
 * @param {Field[]} fields
 */
export const askedOfOwn = (fields) => fields.filter((field) => field.isRequired || !saysWhenMade(field));

/** Fields that say who somebody is, or of whom a row is. */
export const isNameOf =
  /^(?:(?:your|customer|client|guest|member|contact|visitor|patient|student|tenant|policyholder|attendee|participant|applicant|sender|parent|owner|buyer|author|reviewer)(?:_name)?|full_name|requester|reporter|(?:booked|ordered|requested|reserved|submitted|reported)_by)$/;
const isFirstName = /^(?:first|given)_name$/;
const isLastName = /^(?:last|family)_name$|^surname$/;

/**
 * The fields of a form in which people say who they are. A plain "name" is theirs only beside an address to reach them.
 * @param {Field[]} fields
 */
export function detailsIn(fields) {
  const email = fields.find(({ kind }) => kind === "email");
  const isReached = email !== undefined || fields.some(({ kind }) => kind === "phone");
  const texts = fields.filter(({ kind }) => kind === "text");
  return {
    email,
    phone: fields.find(({ kind }) => kind === "phone"),
    name: texts.find(({ name }) => isNameOf.test(name) || (name === "name" && isReached)),
    first: texts.find(({ name }) => isFirstName.test(name)),
    last: texts.find(({ name }) => isLastName.test(name)),
  };
}

/** Whether a field points to who somebody is, which they may not read themselves. @param {Field} field @param {Names} names */
export const isUnreadSelf = ({ kind, name }, names) =>
  kind === "reference" && isNameOf.test(name) && !names[name]?.size;

/**
 * The columns of a list without those that always say the same to people who see only rows of their own: who they are and
 * how to reach them. A row's name stays: it opens the row.
 * @param {Field[]} fields @param {{ rows: Row[], isOwn: boolean }} list @param {Names} names
 */
export function withoutSelf(fields, { rows, isOwn }, names) {
  if (!isOwn) return fields;
  /** @param {Field} field */
  const isReach = ({ kind, name }) =>
    (kind === "email" || kind === "phone") && rows.every((row) => row[name] === rows[0]?.[name]);
  return fields.filter((field) => !isReach(field) && !isUnreadSelf(field, names));
}

/**
 * What signed-in users need not type in a form: their address, and the name that they gave in an earlier one.
 * @param {Field[]} fields
 * @returns {Promise<Values>}
 */
export async function ownDetails(fields) {
  const { email, name, first, last } = detailsIn(fields);
  if (!User.isSignedIn() || !(email || name || first || last)) return {};
  const me = await User.me().catch(() => null);
  const full = me?.full_name ?? "";
  const at = full.lastIndexOf(" ");
  /** @type {[Field | undefined, string | undefined][]} */
  const own = [
    [email, me?.email],
    [name, full],
    [first, at < 0 ? full : full.slice(0, at)],
    [last, at < 0 ? "" : full.slice(at + 1)],
  ];
  return Object.fromEntries(own.flatMap(([field, value]) => (field && value ? [[field.name, value]] : [])));
}

/** Whether the builder looks at a preview, who has no profile here. @param {Person} me */
const isBuilder = (me) => isEmpty(me["createdAt"]);

/**
 * Keeps the name that users gave for the next form; failing to is no reason to tell them.
 * @param {Field[]} fields @param {Values} sent
 */
export async function keepDetails(fields, sent) {
  const { name, first, last } = detailsIn(fields);
  const said = [name ?? first, name ? undefined : last].map((field) => (field ? sent[field.name] : "")).filter(Boolean);
  if (said.length === 0 || !User.isSignedIn()) return;
  const me = await User.me().catch(() => null);
  if (!me || me.full_name || isBuilder(me)) return;
  await User.updateMe({ full_name: said.join(" ").slice(0, 200) }).catch(() => undefined);
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
