import "server-only";
import type { AppModel, Chart, Entity } from "../model/app-model";
import type { Condition, Reason } from "../model/look";
import type { RowTest } from "@/shipped/contract";
import { listed } from "../language/inflect";
import { labelFor } from "../model/field-kinds";
import { manyOf } from "../draft/draft";
import type { Clause } from "../request/meaning/clause";
import type { FieldRef, State } from "../request/meaning/marks";

/** Gives an option another name wherever the app goes by it: its list, its default, colours, charts and rules of rows. */
export function renameOption(model: AppModel, { entity, name }: FieldRef, from: string, to: string): void {
  const value = entity.properties[name]!;
  const renamed = (option: string | number) => (String(option) === from ? to : option);
  entity.properties[name] = {
    ...value,
    ...(value.enum && { enum: value.enum.map(renamed) }),
    ...(value.items?.enum && { items: { ...value.items, enum: value.items.enum.map(renamed) } }),
    ...(value.default === from && { default: to }),
  };
  const inReason = <R extends Reason>(reason: R): R =>
    reason.field === name && reason.is === from ? { ...reason, is: to } : reason;
  const inCondition = (one: Condition): Condition =>
    one.entity === entity.name ? { ...inReason(one), ...(one.and && { and: one.and.map(inReason) }) } : one;
  const inChart = (one: Chart): Chart =>
    one.entity === entity.name && one.where ? { ...one, where: inReason(one.where) } : one;
  const { look, pages } = model;
  if (look.conditions) look.conditions = look.conditions.map(inCondition);
  for (const page of pages) {
    if (page.charts) page.charts = page.charts.map(inChart);
    if (page.where && page.entity === entity.name) page.where = page.where.map(inReason);
  }
  renameInRules(entity, name, from, to);
}

function renameInRules(entity: Entity, field: string, from: string, to: string): void {
  const inTest = (test: RowTest): RowTest =>
    typeof test === "string"
      ? test
      : "every" in test
        ? { every: test.every.map(inTest) }
        : "is" in test && test.field === field && test.is === from
          ? { ...test, is: to }
          : test;
  const control = entity["x-accessControl"];
  if (control?.rules)
    control.rules = Object.fromEntries(
      Object.entries(control.rules).map(([operation, tests]) => [operation, tests.map(inTest)]),
    );
  const slot = entity["x-noOverlap"];
  if (slot?.unless?.field === field)
    slot.unless.values = slot.unless.values.flatMap((one) => (one === from ? [to, from] : [one]));
}

/** Asks which field is meant where several of a table have the option, and nothing else tells them apart. */
export function sayOneOf({ draft, text }: Clause, states: State[], { entity }: FieldRef): boolean {
  const names = [...new Set(states.flatMap((one) => (one.entity === entity && !one.isPart ? [one.name] : [])))];
  if (names.length < 2) return false;
  const labels = names.map((name) => labelFor(name, entity.properties[name]!).toLowerCase());
  draft.skipped.push(
    `“${text}”: ${listed(labels)} of ${manyOf(entity)} each have that option; please say which one, as in “… of the ${labels[0]}”.`,
  );
  return true;
}
