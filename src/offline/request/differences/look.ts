import "server-only";
import { type AppModel, entityOf } from "../../model/app-model";
import type { Condition, Look, Reason } from "../../model/look";
import { colorName, colorsIn } from "../../language/colors";
import { cssHex } from "../../language/css-colors";
import { listed, sentence } from "../../language/inflect";
import { manyOf } from "../../draft/draft";
import { type Role, roleNames } from "../../look/color-roles";
import { type Difference, reasonWords, same } from "./difference";

const reasons = ({ and = [], ...first }: Condition): Reason[] => [first, ...and];

/** "due is past, and more than 3 days ago": the second says the first, too. */
const told = (condition: Condition): Reason[] =>
  reasons(condition).filter(
    (one, _, all) => one.is !== "overdue" || !all.some(({ field, is }) => field === one.field && is.startsWith("<-")),
  );

/** Words in which people speak of a part of the look. */
const lookTerms = {
  preset:
    "style playful fun cheerful friendly elegant luxury luxurious classy fancy editorial magazine terminal developer technical warm cozy cosy nature natural organic night neon bold fresh clean modern calm quiet minimal minimalist plain professional serious feel vibe look".split(
      " ",
    ),
  font: "font fonts typeface typography serif sans mono monospaced monospace typewriter inter nunito fraunces playfair grotesk jetbrains display space dm rounded helvetica arial georgia times roman".split(
    " ",
  ),
  density:
    "compact dense denser tighter condensed airy airier spacious roomy space spacing room white breathing density comfortable".split(
      " ",
    ),
  radius:
    "corners corner edges edge rounded rounder round sharp sharper square squared angular soft softly slightly".split(
      " ",
    ),
  mode: "dark light darker lighter night bright black".split(" "),
  layout: "menu navigation sidebar navbar bar top side left horizontal vertical header".split(" "),
  currency:
    "euro euros dollar dollars pound pounds franc francs yen rupee rupees usd eur gbp chf currency british".split(" "),
};

const colorTerms =
  "canvas components component widgets elements controls ui header headers cards card panels tiles boxes buttons button text texts letters links navigation tone shade palette tint body backdrop interface typography writing sidebar menu bar font".split(
    " ",
  );

/** "navy" and "dark blue" may be one colour: it goes by the name that the request gave it. */
function nameSaid(hex: string, request: string): string {
  const said = colorsIn(request).find(({ name, hex: own }) => own === hex || cssHex(name) === hex);
  return said?.name ?? colorName(hex);
}

/** The colour of the header is that of the sidebar, where an app has one. */
const partOf = (role: Role, { layout }: Look) =>
  role === "header" && layout === "sidebar" ? "sidebar, which is the header on phones," : roleNames[role];

export function lookDifferences(before: AppModel, after: AppModel, request: string): Difference[] {
  const found: Difference[] = [];
  const [old, now] = [before.look, after.look];
  for (const role of Object.keys(roleNames) as Role[])
    if (old.colors[role] !== now.colors[role])
      found.push({
        line: `look ${role}=${now.colors[role] ?? ""}`,
        said: `The ${partOf(role, now)} ${role === "cards" || role === "buttons" || role === "components" ? "are" : "is"} ${now.colors[role] ? nameSaid(now.colors[role], request) : "as the style has it"} now.`,
        about: [role, now.colors[role] ?? "", ...colorTerms],
      });
  for (const key of ["preset", "font", "density", "radius", "mode", "layout", "currency"] as const)
    if (old[key] !== now[key])
      found.push({
        line: `look ${key}=${now[key] ?? ""}`,
        said: `${sentence(key === "preset" ? "style" : key === "radius" ? "corners" : key)}: ${now[key] ?? "as the style has it"}.`,
        about: [key, now[key] ?? "", ...lookTerms[key]],
      });
  for (const condition of now.conditions ?? [])
    if (!(old.conditions ?? []).some((other) => same(other, condition)))
      found.push({
        line: `look condition ${condition.entity}.${reasons(condition)
          .map(({ field, is, isNot }) => `${field} ${isNot ? "not " : ""}${is}`)
          .join(" and ")} ${condition.color}`,
        said: `Rows of ${entityOf(after, condition.entity) ? manyOf(entityOf(after, condition.entity)!) : condition.entity} are ${nameSaid(condition.color, request)} when ${listed(told(condition).map(reasonWords))}.`,
        about: [condition.entity, ...reasons(condition).flatMap(({ field, is }) => [field, is.replace(/^[<>]=?/, "")])],
      });
  for (const condition of old.conditions ?? [])
    if (
      !(now.conditions ?? []).some(
        (other) =>
          other.entity === condition.entity &&
          other.field === condition.field &&
          other.is === condition.is &&
          other.isNot === condition.isNot,
      )
    )
      found.push({
        line: `look -condition ${condition.entity}.${condition.field}`,
        said: `Rows of ${condition.entity} are no longer coloured by ${condition.field}.`,
        about: [condition.entity, condition.field],
      });
  if (before.name !== after.name)
    found.push({
      line: `name ${after.name}`,
      said: `The app is called “${after.name}” now.`,
      about: [after.name, before.name],
    });
  return found;
}
