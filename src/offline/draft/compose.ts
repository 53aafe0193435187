import "server-only";
import { isPersonTable, knownAs, knownNamed, quietAs } from "../lexicon/known";
import { type Access, type AppModel, type Chart, type Entity, isLanding, type View } from "../model/app-model";
import { summable } from "../model/amounts";
import type { Condition } from "../model/look";
import { freePage } from "../model/visitor-pages";
import { archetypeOf } from "../words/archetypes";
import { fieldTimeOf } from "../words/days";
import { isDescriptive } from "../words/load";
import { type Draft, manyOf, titleOf } from "./draft";
import {
  entityName,
  type FieldSpec,
  isCalledOtherwise,
  kindOf,
  referenceProperty,
  titleField,
} from "../model/field-kinds";
import { findEntity } from "./resolve";
import { article, listed, isPlural, sentence, singular, snake } from "../language/inflect";

/** Signed-in people work together unless the words say otherwise. */
export const defaultAccess: Access = { read: "all", write: "all" };

export const labelOf = (spec: FieldSpec) => spec.label.toLowerCase();

/** Sets a field; a label that the name does not give by itself is kept as its title. */
export function setField(entity: Entity, { name, label, property, isRequired }: FieldSpec): void {
  entity.properties[name] = sentence(name) === label ? property : { ...property, title: label };
  const others = (entity.required ?? []).filter((other) => other !== name);
  if (isRequired || (isRequired === undefined && entity.required?.includes(name))) others.push(name);
  setRequired(entity, others);
}

export function setRequired(entity: Entity, required: string[]): void {
  if (required.length > 0) entity.required = required;
  else delete entity.required;
}

/** What a dropdown or a choice of several offers. A default that is no longer offered becomes the first option. */
export function setChoices(entity: Entity, name: string, options: string[]): void {
  const value = entity.properties[name]!;
  const changed = value.items ? { ...value, items: { ...value.items, enum: options } } : { ...value, enum: options };
  if (typeof changed.default === "string" && !options.includes(changed.default)) changed.default = options[0];
  entity.properties[name] = changed;
}

/** Colours rows by a value of a field, in place of the colour that it had. */
export function setCondition({ look }: AppModel, condition: Condition): void {
  const { entity, field, is, isNot } = condition;
  const isOther = (one: Condition) =>
    one.entity !== entity ||
    one.field !== field ||
    one.is !== is ||
    one.isNot !== isNot ||
    // "red when overdue and not done" says more of what was red; another colour for it stands beside it.
    (one.color !== condition.color && JSON.stringify(one.and) !== JSON.stringify(condition.and));
  const others = (look.conditions ?? []).filter(isOther);
  look.conditions = [...others, condition];
}

export function addView(draft: Draft, view: Omit<View, "page">, page = freePage(draft.model, view.title)): View {
  const added = { page, ...view };
  const { pages } = draft.model;
  // A landing page stays the first.
  const isFirst = view.kind === "dashboard" && !pages.some((page) => isLanding(page, pages));
  if (isFirst) pages.unshift(added);
  else pages.push(added);
  return added;
}

/** Adds an entity with its list page. Fields that the person did not name come from what such things usually hold. */
export function addEntity(draft: Draft, noun: string, specs: FieldSpec[]): Entity {
  const name = entityName(noun) === "User" ? "Member" : entityName(noun);
  if (name === "Member" && entityName(noun) === "User")
    draft.assumed.push("Accounts are the platform's own, so the table for people is called Members.");
  const entity: Entity = {
    name,
    type: "object",
    properties: {},
    "x-accessControl": { permissions: { ...defaultAccess } },
  };
  for (const spec of specs) setField(entity, spec);
  draft.model.entities.push(entity);
  draft.touched = name;
  return entity;
}

/** Gives a table whose fields nobody named what such rows usually hold. */
export function fillEntity(draft: Draft, entity: Entity): void {
  const noun = sentence(entity.name).toLowerCase();
  const thing = knownAs(noun) ?? quietAs(noun);
  if (thing) draft.things[entity.name] = thing.name;
  const fields = thing?.fields ?? archetypeOf(singular(entity.name))?.fields;
  if (!fields) {
    setField(entity, { name: "name", label: "Name", property: { type: "string" }, isRequired: true });
    setField(entity, { name: "description", label: "Description", property: { type: "string" } });
    setField(entity, {
      name: "status",
      label: "Status",
      property: { type: "string", enum: ["new", "in progress", "done"], default: "new" },
    });
    draft.assumed.push(
      `You did not say what ${manyOf(entity)} hold, so I gave them a name, a description and a status.`,
    );
    return;
  }
  for (const { spec, relates } of fields) {
    const other = relates ? findEntity(draft.model, relates) : null;
    if (!relates) setField(entity, { ...spec, property: structuredClone(spec.property) });
    else if (other?.kind === "one" && other.value.name !== entity.name) relate(entity, other.value);
    // A person that has no table here is still worth a name.
    else if (knownNamed(relates)?.kind === "person") setField(entity, { ...spec, property: { type: "string" } });
  }
  draft.assumed.push(
    `${titleOf(entity)} hold what is usual: ${listed(Object.entries(entity.properties).map(([name, value]) => (value.title ?? sentence(name)).toLowerCase()))}.`,
  );
}

/** Gives an entity a field that points to another; says the field, or null if there was one already. */
export function relate(entity: Entity, other: Entity, label?: string): string | null {
  const existing = Object.entries(entity.properties).find(([, value]) => value["x-reference"] === other.name);
  if (existing && !label) return null;
  const name = snake(label ?? other.name);
  setField(entity, { name, label: sentence(label ?? other.name), property: referenceProperty(other.name) });
  return name;
}

const isBooked = /(?:Booking|Reservation)$/;

/** People, and what they put their name to: a booking goes by who booked, unless it links to them. */
const isByPerson = (entity: Entity): boolean =>
  isPersonTable(entity) ||
  ((isBooked.test(entity.name) || /(?:Registration|SignUp|Rsvp|Enrolment|Enrollment)$/.test(entity.name)) &&
    !Object.values(entity.properties).some((value) => isPersonTable({ name: value["x-reference"] ?? "" })));

/** Rows that nothing names could not be told apart in a list or a dropdown. */
function nameRows(draft: Draft, entity: Entity): void {
  const usual = isByPerson(entity) ? undefined : archetypeOf(singular(entity.name))?.fields[0]?.spec;
  const name = isBooked.test(entity.name) ? { name: "booked_by", label: "Booked by" } : { name: "name", label: "Name" };
  const spec = usual?.isRequired ? usual : { ...name, property: { type: "string" as const } };
  const others = entity.properties;
  entity.properties = {};
  setField(entity, { ...spec, isRequired: true });
  Object.assign(entity.properties, others);
  draft.assumed.push(`Nothing named ${article(entity.name)} ${singular(entity.name)}, so I added a ${labelOf(spec)}.`);
}

/** What people go by; a diet is none of it. */
const calling =
  /name|mail|code|initials|alias|title|(?:^|_)(?:by|who|guest|person|member|player|contact)$|(?:member|customer|client|patient|student|employee|staff|licen[cs]e|personnel|player|bib)(?:ship)?_(?:number|no|id)$/;

/** When, how often, who did it and what belongs to it name no row. */
const isBeside = (name: string) =>
  /^(?:how_|(?:done_by|time|start|end|from|to)$)/.test(name) ||
  (name.includes("_") && isPlural(name.split("_").at(-1)!));

/** The field by which rows go: the usual one, unless it stands beside a better one. */
function callingField(entity: Entity): string | null {
  const title = titleField(entity);
  if (!title || entity.required?.includes(title) || !isBeside(title)) return title;
  const others = Object.keys(entity.properties).filter((name) => kindOf(name, entity.properties[name]!) === "text");
  return others.find((name) => !isBeside(name) && !isDescriptive(name)) ?? null;
}

/** The field that names a row must be filled in, if nothing else was said. */
export function requireTitle(draft: Draft, entity: Entity): void {
  const found = callingField(entity);
  if (!found && isCalledOtherwise(entity) && !isByPerson(entity)) return;
  // What is required names the rows of a thing that we know: a review's author.
  const isNamed =
    found && (entity.required?.includes(found) || (isByPerson(entity) ? calling.test(found) : !isDescriptive(found)));
  if (!isNamed) nameRows(draft, entity);
  const title = isNamed ? found : titleField(entity);
  if (title && !entity.required) setRequired(entity, [title]);
}

export const listPage = (model: AppModel, entity: Entity) =>
  // Times to book are no list, where there is one beside them.
  model.pages.find(
    (page) => page.kind === "list" && page.entity === entity.name && page.form !== "slots" && !page.where,
  ) ??
  model.pages.find((page) => page.kind === "list" && page.entity === entity.name && page.form !== "slots") ??
  model.pages.find((page) => page.kind === "list" && page.entity === entity.name);

export function addListPage(draft: Draft, entity: Entity): void {
  if (listPage(draft.model, entity)) return;
  addView(draft, { title: titleOf(entity), kind: "list", entity: entity.name }, freePage(draft.model, titleOf(entity)));
}

/** The charts that say most about the given entities: by dropdown, then money or rows by month. */
export function usualCharts(entities: Entity[]): Chart[] {
  const shapes: Chart["shape"][] = ["bar", "pie"];
  const perEntity =
    entities.filter((entity) => chartsOf(entity).some((chart) => chart.shape !== "line")).length > 1 ? 1 : 2;
  const options = entities.flatMap((entity) =>
    chartsOf(entity)
      .filter((chart) => chart.shape !== "line")
      .slice(0, perEntity),
  );
  const months = entities.flatMap((entity) =>
    chartsOf(entity)
      .filter((chart) => chart.shape === "line" && tellsHowItGoes(chart))
      .slice(0, 1),
  );
  return [
    ...options.slice(0, 3).map((chart, at) => ({ ...chart, shape: shapes[at % 2]! })),
    ...months.slice(0, 1),
  ].slice(0, 4);
}

/** When something runs out or was last done says how business goes as little as what is due, unless money is expected then. */
const tellsHowItGoes = ({ by, sum }: Chart) =>
  !by.startsWith("last_") && fieldTimeOf(by) !== "until" && (fieldTimeOf(by) !== "due" || sum !== undefined);

/** How often something comes back or what it is counted in: nobody asks how many there are of each. */
const saysLittle = /^(?:repeats?|frequency|how_often|interval|unit|currency|weekday|for|heating|light|diet)$/;

export function chartsOf(entity: Entity): Chart[] {
  const fields = Object.entries(entity.properties).map(([name, property]) => ({ name, kind: kindOf(name, property) }));
  const money = summable(fields)?.name;
  const sum = money ? { sum: money } : {};
  return [
    ...fields
      .filter(({ kind, name }) => kind === "enum" && !saysLittle.test(name))
      .map(({ name }): Chart => ({
        entity: entity.name,
        by: name,
        ...(/stage|category|type|method/.test(name) ? sum : {}),
        shape: "bar",
      })),
    ...fields
      .filter(({ kind, name }) => (kind === "date" || kind === "datetime") && !/birth|dob|born/.test(name))
      // Of people only when they came says anything by month.
      .filter(
        ({ name }) => !isPersonTable(entity) || /join|since|enrol|regist|start|sign|creat|added|hired|date$/.test(name),
      )
      .map(({ name }): Chart => ({ entity: entity.name, by: name, ...sum, shape: "line" })),
  ];
}

export const accessWords: Record<string, string> = {
  "admin/anonymous": "anyone can submit, only admins can view",
  "anonymous/admin": "anyone can view, only admins can edit",
  "all/admin": "logged in users can view, only admins can edit",
  "all/creator": "logged in users can view, only the creator can edit",
  "creator/creator": "only the creator can view and edit",
  "admin/admin": "only admins can view and edit",
  "all/all": "logged in users can view and edit",
  "anonymous/anonymous": "anyone can view and edit",
};

const who: Record<Access["read"], string> = {
  anonymous: "anyone",
  all: "logged in users",
  admin: "only admins",
  creator: "only the creator",
  none: "nobody",
};
export const describeAccess = ({ read, write }: Access) =>
  accessWords[`${read}/${write}`] ?? `${who[read]} can view, ${who[write]} can edit`;
/** What is told where strangers may add rows already. */
export const addedAlready = (entity: Entity): string => `${titleOf(entity)}: anybody can add some already.`;

/** Said of rights that hold before they are asked for. */
export const alreadySo = (entity: Entity, access: Access) => `${titleOf(entity)}: ${describeAccess(access)} already.`;
