import "server-only";
import { plural } from "../../language/inflect";

/** "Ship(name, imo)", "ApiKey(team_id, label, scope: read/write)": a class and its fields, without a space between. */
const classes = /(?<=^|[\s,;:])([A-Z][A-Za-z]{2,40})\(([^()]{3,400})\)/g;
const spaced = (name: string) => name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ").toLowerCase();

/** "team_id" of a class Team is the team; "arrived_at" is what it says. */
function fieldOf(said: string, nouns: readonly string[]): string {
  const words = said.trim().replace(/_/g, " ");
  const owner = /^([a-z ]+) id$/i.exec(words)?.[1]?.toLowerCase();
  return owner !== undefined && nouns.includes(owner) ? owner : words;
}

/** Tables that programmers write as classes, in the notation of everybody: "ships (name, imo)". Fewer than two are a name with a remark. */
export function plainClasses(text: string): string {
  const nouns = [...text.matchAll(classes)].map(([, name]) => spaced(name!));
  if (nouns.length < 2) return text;
  return text.replaceAll(
    classes,
    (_, name: string, fields: string) =>
      `${plural(spaced(name))} (${fields
        .split(",")
        .map((field) => fieldOf(field, nouns))
        .join(", ")})`,
  );
}
