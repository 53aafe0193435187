import "server-only";
import type { AppModel, Entity } from "../../model/app-model";
import { columnsOf, isDealing } from "../../model/columns";
import { isPersonTable } from "../../lexicon/known";

const group =
  "(?:members?|staff|team|employees?|colleagues|workers|family|friends|residents?|tenants|pupils|students|teachers|parents|volunteers|subscribers)";
/** Who says for whom an app is, or that it is private, wants no strangers: "members only", "only for our employees", "a private site". */
const closed = new RegExp(
  [
    `\\b${group}[- ]only\\b`,
    `\\bonly (?:for |by |to )?(?:the |our |my |its |own )*(?:\\w+ )?${group}\\b(?! (?:can|may|should) (?:edit|change|delete|manage|update|approve|publish))`,
    `\\b(?:just|exclusively|solely|restricted|limited) (?:for|to) (?:the |our |my |its |own )*(?:\\w+ )?${group}\\b`,
    // Private lessons are for sale.
    "\\bprivate(?:ly)?\\b(?! (?:\\w+ )?(?:lessons?|tours?|chefs?|dining|rooms?|events?|part(?:y|ies)|teachers?|tutor\\w*|practice|schools?|coach\\w*|class\\w*|hire|charters?|sellers?|sales?))",
    "\\b(?:internal(?:ly)?|intranet|confidential|not public|invit(?:e|ation)[- ]only|by invitation|password[- ]protected|behind a (?:login|password))\\b",
    "\\b(?:only|just) (?:for )?(?:people |users |those )?(?:who are )?(?:logged|signed)[- ]in\\b",
    // What is theirs is theirs, whoever else sees the site.
    "\\b(?:(?:(?:logged|signed)[- ]in|registered) (?:users|people|visitors|customers)|members|employees) (?:can|may) (?:view|see|read|browse|access)\\b(?!(?: and \\w+)? (?:only )?(?:their|what|own)\\b)",
  ].join("|"),
  "i",
);
export const isClosed = (said: string): boolean => closed.test(said);

const served =
  "(?:customer|client|patient|guest|buyer|tenant|pupil|student|member|child|parent|donor|owner|visitor|attendee|participant|applicant|employee|subscriber)";
/** People of whom nothing is shown to strangers, not even that they are there. */
export const isServed =
  /^(?:.*_)?(?:customer|client|patient|buyer|tenant|pupil|child|donor|applicant|subscriber|visitor|guest|attendee|participant)$/i;
const namesServed = new RegExp(
  `^${served}s?_(?:name|e?_?mail|phone|address)$|^(?:patient|tenant|donor|buyer|applicant|requester|reporter|(?:booked|ordered|requested|reported|donated)_by)$`,
);
export const isOfLife =
  /(?:^|_)(?:birth(?:day|_date|_place)?|born|born_on|date_of_birth|dob|salary|wage|iban|passport|ssn|diagnos[ie]s|allergy|allergies|medical\w*|emergency_contact)(?:_|$)/;

/** Whether rows tell who people are or how to reach them, which is nobody else's business. */
export function isPrivate({ entities }: AppModel, entity: Entity): boolean {
  const about = columnsOf(entity).map(({ property }) => entities.find(({ name }) => name === property["x-reference"]));
  return tellsOfPeople(entity) || about.some((other) => other && isGuest.test(other.name) && tellsOfPeople(other));
}
const isGuest = /customer|client|patient|buyer|guest|tenant|pupil|student|member/i;

function tellsOfPeople(entity: Entity): boolean {
  const columns = columnsOf(entity);
  const isHow = columns.some(({ name, kind }) => kind === "email" || kind === "phone" || isOfLife.test(name));
  return (
    columns.some(({ name }) => namesServed.test(name)) || isServed.test(entity.name) || (isPersonTable(entity) && isHow)
  );
}

export const isOfTeam =
  /employee|staff|worker|member|student|parent|volunteer|resident|owner|contact|lead|person|people|author|user/i;

/** People whom what can be booked names: trainers, stylists, and not those who are served. */
export const isProvider = ({ entities }: AppModel, entity: Entity): boolean =>
  entities.some(isDealing) &&
  isPersonTable(entity) &&
  !isServed.test(entity.name) &&
  !isOfTeam.test(entity.name) &&
  entities.some(
    (other) =>
      !isPersonTable(other) &&
      Object.values(other.properties).some((property) => property["x-reference"] === entity.name),
  );
