import "server-only";
import type { AppModel, Entity } from "./app-model";
import { type Column, columnsOf, isDealing } from "./columns";

/** Fields that are the team's where strangers or customers send rows in: by kind and name. */

const state = /(?:^|_)(?:status|stage|state|phase|outcome|decision)$/;
const paid =
  /(?:^|_)(?:paid|paid_on|payment_(?:status|state|received)|amount_(?:paid|due)|refunded|invoiced|invoice_(?:number|sent))$/;
const approved =
  /(?:^|_)(?:approved|verified|featured|published|confirmed|vetted|shortlisted|moderated|shown|(?:approved|verified|confirmed|reviewed)_(?:by|on|at))$/;
const done =
  /(?:^|_)(?:shipped|delivered|fulfilled|processed|collected|checked_in|attended|came|used|seated|no_show|returned|resolved|answered|hired|thank_you_sent|thanked)$/;
const assigned = /(?:^|_)(?:assigned(?:_to)?|assignee|handled_by|processed_by|courier|driver)$/;
/** What is known once it took place. */
const afterwards =
  /(?:^|_)(?:findings?|diagnos[ie]s|treatments?_given|prescriptions?|outcomes?|follow_up(?:_on)?|next_(?:visit|appointment|check_?up|due))$/;
const internal = /(?:^|_)(?:internal|staff|admin|team)_(?:notes?|comments?|remarks?)$/;
const sum =
  /(?:^|_)(?:total|subtotal|total_(?:amount|price|cost)|amount|price|price_per_[a-z]+|deposit|discount|fee|balance)$/;
const whole = /(?:^|_)(?:grand_total|total|subtotal|total_(?:amount|price|cost))$/;
/** "ORD-1042": given out by the team, in order. */
const given =
  /^(?:(?:order|booking|reservation|ticket|request|invoice|tracking|confirmation)_)?(?:number|reference|code)$/;
const settledPayment = /^(?:paid|refunded)$/i;

/** "Payment" with cash or card is how a customer pays, with paid or unpaid whether they have. */
const isPaymentState = ({ name, property }: Column) =>
  /(?:^|_)payment$/.test(name) && (property.enum ?? []).some((option) => settledPayment.test(String(option)));

/** Whether a row is about something that has a price, which then is not for the customer to say. */
const isPriced = (model: AppModel, entity: Entity) =>
  columnsOf(entity).some(({ property }) => {
    const about = model.entities.find(({ name }) => name === property["x-reference"]);
    return about && columnsOf(about).some(({ kind }) => kind === "money");
  });

/** What something came to, and the price of what has a price list; a budget is the customer's to say. */
const isForTeamToCharge = (model: AppModel, entity: Entity, name: string) =>
  whole.test(name) || name === "cost" || (sum.test(name) && isPriced(model, entity));

const isProviderName =
  /stylist|barber|hairdresser|therapist|trainer|teacher|coach|instructor|artist|doctor|lawyer|practitioner/i;
const long = /(?:^|_)(?:length|duration)(?:_(?:minutes|hours))?$/;

/** What is booked says how long it takes, and so does who is booked. */
const isLengthOf = (model: AppModel, entity: Entity, { name, kind }: Column) =>
  kind === "number" &&
  long.test(name) &&
  columnsOf(entity).some(({ property }) => {
    const about = model.entities.find((other) => other.name === property["x-reference"]);
    return about && (isProviderName.test(about.name) || columnsOf(about).some((column) => long.test(column.name)));
  });

/** What says that a row is approved of: nobody says so of their own, even where everybody sees and keeps their rows. */
export const isApproval = ({ name }: Column): boolean => approved.test(name) || internal.test(name);

/** Whether the team sets a field of rows that others send in. */
export function isForTeam(model: AppModel, entity: Entity, column: Column): boolean {
  const { name, kind } = column;
  if (kind === "enum") return state.test(name) || paid.test(name) || isApproval(column) || isPaymentState(column);
  if (kind === "money") return paid.test(name) || (isDealing(entity) && isForTeamToCharge(model, entity, name));
  // Nobody rates an application of their own.
  if (kind === "rating") return /applica|candidate/i.test(entity.name);
  return (
    isApproval(column) ||
    paid.test(name) ||
    isPaymentState(column) ||
    assigned.test(name) ||
    (isDealing(entity) && afterwards.test(name)) ||
    isLengthOf(model, entity, column) ||
    (isDealing(entity) && kind === "text" && given.test(name)) ||
    (kind === "boolean" && done.test(name))
  );
}

const secret =
  /(?:^|_)(?:cost_price|unit_cost|purchase_(?:price|cost)|wholesale(?:_price)?|margin|markup|supplier(?:_.*)?|vendor)$/;

/** What a business does not tell those who buy: what a thing costs it, and from whom it comes. */
export function isSecret(entity: Entity, { name }: Column): boolean {
  if (secret.test(name) || internal.test(name)) return true;
  // How a business stands with a company, and what it notes of it.
  if (entity.properties.relationship && /^(?:relationship|notes)$/.test(name)) return true;
  return name === "cost" && columnsOf(entity).some((other) => other.kind === "money" && other.name !== name);
}
