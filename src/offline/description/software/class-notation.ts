import "server-only";
import { listed, plural } from "../../language/inflect";
import { splitList } from "../../language/normalize";

/** "Ship(name, imo)", "ApiKey(team_id, label, scope: read/write)": a class and its fields, without a space between. */
const classes = /(?<=^|[\s,;:])([A-Z][A-Za-z]{2,40})\(([^()]{3,400})\)/g;
const spaced = (name: string) => name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ").toLowerCase();

/** "team_id" of a class Team is the team; "arrived_at" is what it says. */
function fieldOf(said: string, nouns: readonly string[]): string {
  const words = said.trim().replace(/_/g, " ");
  const owner = /^([a-z ]+) id$/i.exec(words)?.[1]?.toLowerCase();
  return owner !== undefined && nouns.includes(owner) ? owner : words;
}

/** "with tables Supplier, PurchaseOrder and PurchaseOrderLine": names of classes, each a table. */
const namedTables =
  /\b(with (?:the )?(?:data ?base )?(?:tables|entities|models|classes) )([A-Z]\w+(?:(?:, | and |, and )[A-Z]\w+)+)/g;

function withoutNames(text: string): string {
  let plain = text;
  for (const [, , list] of text.matchAll(namedTables)) {
    for (const name of splitList(list!)) plain = plain.replaceAll(new RegExp(`\\b${name}\\b`, "g"), spaced(name));
    plain = plain.replace(
      new RegExp(
        `\\bwith (?:the )?(?:data ?base )?(?:tables|entities|models|classes) ${splitList(list!).map(spaced).join("(?:, | and |, and )")}`,
        "i",
      ),
      `with ${listed(splitList(list!).map((name) => plural(spaced(name))))}`,
    );
  }
  return plain;
}

/** Behind a name in a list of fields, up to its end. */
const ends = "(?=\\s*(?:[,;)\\n]|$))";
const yesNo = new RegExp(`\\b([a-z][a-z_]*) bool(?:ean)?(?: flag)?${ends}`, "gi");
const typed = new RegExp(
  `\\b([a-z][a-z_]*) (?:int(?:eger)?|bigint|str(?:ing)?|varchar|uuid|float|decimal|double)(?:\\(\\d+(?:, ?\\d+)?\\))?${ends}`,
  "gi",
);
const enumerated = /\b([a-z][a-z_]*) enum ?[[{(]([^\])}]+)[\])}]/gi;

/** Fields with the types that programmers write behind them: "published bool", "stock int", "status enum[new, paid]". */
export const plainTypes = (said: string): string =>
  said
    .replaceAll(yesNo, (_, name: string) => `${name.replaceAll("_", " ")} checkbox`)
    .replaceAll(typed, "$1")
    .replaceAll(enumerated, (_, name: string, options: string) => `${name}: ${splitList(options).join("/")}`);

/** Tables that programmers write as classes, in the notation of everybody: "ships (name, imo)". Fewer than two are a name with a remark. */
export function plainClasses(said: string): string {
  const text = withoutNames(said);
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
