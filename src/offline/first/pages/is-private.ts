import "server-only";
import type { AppModel, Entity } from "../../model/app-model";
import { columnsOf, isDealing } from "../../model/columns";
import { isPersonTable } from "../../lexicon/known";

const served =
  "(?:customer|client|patient|guest|buyer|tenant|pupil|student|member|child|parent|donor|owner|visitor|attendee|participant|applicant|employee|subscriber)";
/** People of whom nothing is shown to strangers, not even that they are there. */
export const isServed =
  /^(?:.*_)?(?:customer|client|patient|buyer|tenant|pupil|child|parent|donor|applicant|subscriber|visitor|guest|attendee|participant)$/i;
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
  !isDealing(entity) &&
  !isServed.test(entity.name) &&
  !isOfTeam.test(entity.name) &&
  entities.some(
    (other) =>
      !isPersonTable(other) &&
      Object.values(other.properties).some((property) => property["x-reference"] === entity.name),
  );

/** What those who run a place note for themselves: who is on duty, which table is free, when an animal was vaccinated. */
const ofTheHouse =
  /(?:Shift|Shift_?Assignment|Duty|Duties|Rota|Vaccination|Feeding|Dining_?Table|Seating_?Table|Chore|Task|Maintenance|Storage_?Location|Spare_?Part|Fuel_?Log|Time_?Entry|Timesheet|Attendance|Leave_?Request|Budget(?:_?Line)?|Bank_?Account|Contract|Warranty|Incident|Meter_?Reading|Sensor(?:_?Reading)?|Goods_?Receipt|Delivery|Stock_?Take|Stock_?Count|Stock_?Movement|Purchase_?Order|Work_?Order|Key_?Handover|Equipment_?Check|Payout|Commission|Agenda_?Item|Emergency_?Contact|Setting)$/i;
export const isOfTheHouse = ({ name }: Entity): boolean => ofTheHouse.test(name);
/** Whether a row cannot be written without choosing one of the house's own: nobody signs up for shifts that they do not see. */
export const needsTheHouse = ({ entities }: AppModel, entity: Entity): boolean =>
  columnsOf(entity).some(
    ({ name, property }) =>
      entity.required?.includes(name) &&
      entities.some((other) => other.name === property["x-reference"] && isOfTheHouse(other)),
  );

/** What each member of a community brings in, and nobody else rewrites. */
export const isBrought = ({ name }: Entity) =>
  /(?:Event|Photo|Recipe|Idea|Suggestion|Listing|Offer|Ad|Resource|Poll|Link|Tip|Hike|Lost_?Item)$/.test(name);
