import "server-only";
import { type AppModel, type Entity } from "../model/app-model";
import { isDealing, referredPages, relatedTo } from "../model/columns";
import { bookTitle, formTitle } from "../model/form-title";
import { askedOf, isAbout, isVisited } from "./asked";
import type { Imports } from "./imports";
import { code, literal } from "./jsx";
import { entityImport, namingOf } from "./naming";

// What the page of a row is told of the tables and pages around it.

export const component = (imports: Imports, file: string, name: string) =>
  imports.named(`@/components/ui/${file}`, name);

export function local(imports: Imports, entity: Entity): { code: string } {
  imports.named("@/api/entities", entityImport(entity));
  return code(namingOf(entity).local);
}

/** `[{ entity: Deal, by: "contact", page: "Deals" }]` */
export function references(imports: Imports, related: ReturnType<typeof relatedTo>): { code: string } | undefined {
  if (related.length === 0) return undefined;
  const items = related.map(
    ({ entity, by, page }) =>
      `{ entity: ${local(imports, entity).code}, by: ${JSON.stringify(by)}${page ? `, page: ${JSON.stringify(page)}` : ""} }`,
  );
  const line = `[${items.join(", ")}]`;
  return code(line.length < 80 ? line : `[\n${items.map((item) => `          ${item},`).join("\n")}\n        ]`);
}

/** `{ company: "Companies" }`: from a row's page to those that it refers to. */
export function pagesIn(model: AppModel, entity: Entity): { code: string } | undefined {
  const pages = referredPages(model, entity);
  return Object.keys(pages).length > 0 ? code(literal(pages)) : undefined;
}

/** Members choose a time on the page that shows which are free. */
export function bookingOf(model: AppModel, entity: Entity): { code: string } | undefined {
  const slots = model.pages.find((page) => page.form === "slots" && page.entity === entity.name);
  return slots && code(`{ page: ${JSON.stringify(slots.page)}, label: ${JSON.stringify(bookTitle(entity))} }`);
}

/**
 * `[{ entity: Booking, by: "boat", label: "Book now", only: ["name", "boat"] }]`: what visitors can do about a thing on
 * its page. Times are chosen on the page that has them.
 */
export function offersIn(imports: Imports, model: AppModel, entity: Entity): { code: string } | undefined {
  if (!isVisited(model)) return undefined;
  const slotsOf = ({ name }: Entity) => model.pages.find(({ form, entity: of }) => form === "slots" && of === name);
  const offers = relatedTo(model, entity)
    .filter(({ entity: other }) => isDealing(other) && isAbout(model, other, entity))
    .map(({ entity: other, by }) => ({ other, by, label: formTitle(other), slots: slotsOf(other) }))
    // Of two buttons with the same words, such as bookings beside appointments, the one with free times.
    .filter((offer, _, all) => {
      const alike = all.filter(({ label }) => label === offer.label);
      return offer === (alike.find(({ slots }) => slots) ?? alike[0]);
    })
    .map(({ other, by, label, slots }) => {
      const how = slots ? { page: slots.page } : { only: askedOf(model, other).filter((name) => name !== by) };
      return `{ entity: ${local(imports, other).code}, ${JSON.stringify({ by, label, ...how }).slice(1)}`;
    });
  return offers.length > 0 ? code(`[${offers.join(", ")}]`) : undefined;
}
