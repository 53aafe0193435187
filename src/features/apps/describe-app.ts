import "server-only";
import { manyOf } from "@/offline/draft/draft";
import { listed } from "@/offline/language/inflect";
import { type AppModel, type Entity, type Purpose, readModel } from "@/offline/model/app-model";
import { labelFor } from "@/offline/model/field-kinds";
import { iconFor } from "@/offline/words/app-icons";
import type { SourceFile } from "@/shipped/contract";
import { type AppIcon, appIconSchema, descriptionMax } from "./schema";

/** What an app's card shows. Empty while the app keeps nothing. */
export type CardTexts = { description?: string; icon?: AppIcon };

/** Where no word of the app tells more. */
const usualIcons: Partial<Record<Purpose, AppIcon>> = {
  booking: { name: "calendar", tone: "blue" },
  community: { name: "chat", tone: "green" },
  board: { name: "board", tone: "iris" },
  personal: { name: "checklist", tone: "green" },
  form: { name: "checklist", tone: "iris" },
};

const namedMax = 4;

/**
 * "Contacts, deals and companies": the app's tables in their order, the first few by name. Tables in words of their own,
 * as German ones, are joined without an "and".
 */
function describe({ entities }: AppModel): string {
  const isOwn = entities.some((entity) => entity["x-plural"]);
  const only = entities.length === 1 ? entities[0] : undefined;
  if (only) {
    const labels = labelsOf(only);
    const line = isOwn
      ? `${manyOf(only)}: ${labels.join(", ")}`
      : `${manyOf(only)} with ${listed(labels).toLowerCase()}`;
    return capital(line).slice(0, descriptionMax);
  }
  const names = entities.map(manyOf);
  const shown = names.length > namedMax + 1 ? [...names.slice(0, namedMax), `${names.length - namedMax} more`] : names;
  const line = isOwn ? names.join(", ") : listed(shown);
  return capital(line).slice(0, descriptionMax);
}

const capital = (line: string) => line.charAt(0).toUpperCase() + line.slice(1);

/** "Title", "Status", "Due date": the first few fields of a table. */
const labelsOf = (entity: Entity): string[] =>
  Object.entries(entity.properties)
    .slice(0, namedMax)
    .map(([name, property]) => labelFor(name, property));

function pickIcon({ name, purpose, entities }: AppModel): AppIcon | undefined {
  const found = iconFor([name, ...entities.flatMap((entity) => [manyOf(entity), entity.name])]);
  const icon = appIconSchema.safeParse(found && { name: found.icon, tone: found.tone });
  return icon.success ? icon.data : usualIcons[purpose];
}

/** One line of what an app keeps, and a fitting icon, whoever built it. */
export function describeApp(files: SourceFile[]): CardTexts {
  const { model } = readModel(files, "");
  if (model.entities.length === 0) return {};
  const icon = pickIcon(model);
  return { description: describe(model), ...(icon && { icon }) };
}

/**
 * The card's texts after a turn: they follow the app's tables until somebody writes others. `data` is what the app's row
 * has.
 */
export function followCard(data: Record<string, unknown>, before: SourceFile[], after: SourceFile[]): CardTexts {
  const [was, is] = [describeApp(before), describeApp(after)];
  const description = typeof data.description === "string" ? data.description : "";
  const icon = appIconSchema.safeParse(data.icon).data;
  const isTextOurs = description === "" || description === was.description;
  const isIconOurs = !icon || (was.icon !== undefined && isSame(icon, was.icon));
  return {
    ...(isTextOurs && is.description && is.description !== description && { description: is.description }),
    ...(isIconOurs && is.icon && !(icon && isSame(icon, is.icon)) && { icon: is.icon }),
  };
}

const isSame = (left: AppIcon, right: AppIcon) => left.name === right.name && left.tone === right.tone;
