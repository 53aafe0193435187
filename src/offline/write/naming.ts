import "server-only";
import type { Entity } from "../model/app-model";
import { archetypeOf } from "../words/archetypes";
import { columnsOf } from "../model/columns";
import { camel, pascal, plural, sentence, wordsOf } from "../language/inflect";
import { knownAs } from "../lexicon/known";
import { loadWords } from "../words/load";

/** Names of an entity in generated code and texts. */
export type Naming = {
  /** "menu item" and "menu items", for texts. */
  one: string;
  many: string;
  title: string;
  /** Variables: `menuItem` is a row, `menuItems` the rows. */
  row: string;
  rows: string;
  /** The entity client's local name; aliased on a conflict with another import. */
  local: string;
  icon: string;
};

const taken = new Set(
  (
    "break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static " +
    "await async package interface private public protected implements arguments eval search sort filters editing deleting visible values errors row rows event error label toast money number format theme app icons children chart data day days month option options " +
    "agenda askToDelete card cards column columns content dragged entries entry inMonth matching month move moves remove save sorted start week weekdays"
  ).split(" "),
);

const otherImports = new Set(
  (
    "User Map Set Date Object Array String Number Boolean Math JSON Promise Symbol Error Intl Link Input Button Label Textarea Select Card Badge Table Dialog Tabs Checkbox Switch Popover Separator Skeleton Tooltip Avatar Alert Progress " +
    "Sheet Toaster Calendar Field Stars Initials Cell Bar Pie Line Area Legend Search Plus Check Ticket Library House Car Plane Leaf Star Music Package Book Store Mail Timer Wallet Repeat Target Truck Boxes Users Rocket Award Wrench " +
    "AppShell Attention Board Chart Coins CalendarPlus DataTable DetailPage EventCalendar Featured Feed Gallery Hero Latest LayoutDashboard PageHeader PublicForm RecordPage SlotPicker SquareKanban Stat StatRow Sun Today " +
    "Bookmark Shapes Contact Building2 Handshake ListChecks Dumbbell Sprout Lightbulb Megaphone Eye Newspaper Carrot Inbox"
  ).split(" "),
);

/** The icon of an entity's archetype, or a neutral one. */
export function iconOf(entity: Entity): string {
  const noun = wordsOf(entity.name).join(" ");
  const known = archetypeOf(noun)?.icon;
  if (known) return known;
  const thing = loadWords().things.get(knownAs(noun)?.name ?? "");
  // By the name that no table has: lucide exports both.
  if (thing) return `${pascal(thing.icon)}Icon`;
  const kinds = columnsOf(entity).map(({ kind }) => kind);
  return kinds.includes("email") || kinds.includes("phone") ? "UserRound" : "Layers";
}

export function namingOf(entity: Entity): Naming {
  const foreign = entity["x-plural"];
  const one = foreign && entity.title ? entity.title : wordsOf(entity.title ?? entity.name).join(" ");
  const many = foreign ?? plural(entity.title ?? entity.name);
  const row = camel(entity.name);
  const rows = camel(plural(entity.name));
  return {
    one,
    many,
    title: foreign ?? sentence(many),
    row: taken.has(row) ? `${row}Row` : row,
    rows: rows === row || taken.has(rows) ? `${row}Rows` : rows,
    local: otherImports.has(entity.name) ? `${entity.name}Entity` : entity.name,
    icon: iconOf(entity),
  };
}

/** `Contact`, or `Contact as ContactEntity`. */
export const entityImport = (entity: Entity) => {
  const { local } = namingOf(entity);
  return local === entity.name ? entity.name : `${entity.name} as ${local}`;
};

/** An array literal of values. */
export const list = (values: readonly unknown[]) => `[${values.map((value) => JSON.stringify(value)).join(", ")}]`;

/** Text escaped for JSX. */
export const jsxText = (text: string) => (/[{}<>&"'\\]/.test(text) ? `{${JSON.stringify(text)}}` : text);
/** An escaped JSX attribute. */
export const jsxAttribute = (text: string) => (/["{}<>&\\]/.test(text) ? `{${JSON.stringify(text)}}` : `"${text}"`);
