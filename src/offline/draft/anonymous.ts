import "server-only";
import type { Entity } from "../model/app-model";
import { setRequired } from "./compose";
import { listed } from "../language/inflect";
import { type Draft, manyOf } from "./draft";

/** What people give: an opinion, a hint, an answer. */
const isGiven =
  /(?:Feedback|Suggestion|Response|Report|Complaint|Vote|Answer|Tip|Review|Rating|Message|Idea|Question|Comment|Confession|Concern|Submission)$/;
const isWho =
  /^(?:name|author|email|phone|voter|reporter|respondent|requester|sender|employee|member|student|person|customer|user|may_we_reply|(?:suggested|reported|submitted|sent|asked|written|posted|given)_by)$/;

/** Whether rows of a table come from people who are promised that nobody learns who they are: "anonymous feedback". */
export const isAnonymous = (draft: Draft, { name }: Entity): boolean =>
  draft.isAnonymous === true && isGiven.test(name);

/** Takes away the fields that tell who gave it. */
function leaveUnnamed(entity: Entity): void {
  const gone = Object.keys(entity.properties).filter((name) => isWho.test(name));
  for (const name of gone) delete entity.properties[name];
  const required = (entity.required ?? []).filter((name) => !gone.includes(name));
  // A vote goes by what it is for.
  const isOf = /(?:Vote|Answer)$/.test(entity.name);
  if (!isOf && !Object.keys(entity.properties).some((name) => isNamed.test(name))) {
    entity.properties = { subject: { type: "string", title: "In a few words" }, ...entity.properties };
    required.unshift("subject");
  }
  setRequired(entity, required);
}
const isNamed = /^(?:title|subject|what|topic|question|text|choice)$/;

/** Leaves unnamed who gives what a new app asks for, where the message promises so. */
export function keepAnonymous(draft: Draft, entities: readonly Entity[]): void {
  const given = entities.filter((entity) => isAnonymous(draft, entity));
  for (const entity of given) leaveUnnamed(entity);
  if (given.length > 0)
    draft.assumed.push(`Nobody who adds ${listed(given.map(manyOf))} is asked for a name or an address.`);
}
