import "server-only";

const others = String.raw`(?:,?\s+(?:aber\s+|und\s+)?nicht\s+(?:auch\s+)?(?:die\s+)?(?:der|von(?:\s+den)?)\s+anderen)?`;
const own = String.raw`^(?:(?:jede[rs]?|die|alle)\s+)?(.+?)\s+(?:soll|sollen|sollten|darf|dürfen|kann|können)\s+nur\s+(?:seine|ihre|die)\s+eigenen?\s+(.+?)\s+`;
const may = String.raw`(?:\s+(?:können|dürfen))?`;

/** What fields must hold, and who may do what, in German: where it puts its verb, and English does not. */
export const germanRules: [RegExp, string][] = [
  // "das Telefon muss ausgefüllt werden", "Preis darf auch nicht leer sein".
  [
    /^(.+?)\s+(?:muss|müssen|soll|sollen)\s+(?:immer\s+|auch\s+)*(?:ausgefüllt|angegeben|eingetragen|eingegeben)\s+(?:werden|sein)$/i,
    "$1 is required",
  ],
  [
    /^(.+?)\s+(?:darf|dürfen|soll|sollen|kann|können)\s+(?:auch\s+)?(?:nicht|nie|niemals)\s+(?:leer|frei)\s+(?:sein|bleiben)$/i,
    "$1 is required",
  ],
  // "bei den Kunden fehlt mir noch die Krankenkasse".
  [
    /^(?:und\s+)?(?:bei|in|an)\s+(?:den\s+|der\s+|dem\s+)?(.+?)\s+(?:fehlt|fehlen)\s+(?:(?:mir|uns|noch|auch|leider)\s+)*(.+)$/i,
    "add $2 to $1",
  ],
  // "Fahrer, deren Ausweis abgelaufen ist, sollen rot sein".
  [
    /^(.+?),?\s+(?:deren|dessen|bei\s+denen)\s+(.+?)\s+(?:abgelaufen|vorbei|überschritten|überfällig|vergangen)\s+(?:ist|sind),?\s+(?:sollen\s+|soll\s+|bitte\s+)?(?:in\s+)?(\p{L}+)(?:\s+(?:sein|werden|markieren|färben))?$/iu,
    "colour $1 with overdue $2 $3",
  ],
  // "jeder Sportler soll nur seine eigenen Ergebnisse ändern können, aber nicht die der anderen".
  [new RegExp(`${own}(?:ändern|bearbeiten)${may}${others}$`, "i"), "$1 can only edit their own $2"],
  [new RegExp(`${own}(?:sehen|lesen|ansehen)${may}${others}$`, "i"), "$1 can only see their own $2"],
  [new RegExp(`${own}löschen${may}${others}$`, "i"), "$1 can only delete their own $2"],
  [/^(?:lesen|sehen)\s+(?:dürfen|können|sollen)\s+(?:sie\s+)?alle$/i, "everyone can see them"],
  // "model ist unnötig, raus damit".
  [/^(.+?)\s+(?:ist|sind)\s+(?:unnötig|überflüssig)(?:,?\s+(?:bitte\s+)?(?:raus|weg)\s+damit)?$/i, "remove $1"],
  [/^(?:bitte\s+)?trage?\s+(?:bitte\s+)?(\d+)\s+(?:beispiel-?)?(.+?)\s+ein$/i, "add $1 sample $2"],
  [
    /^"?([^"]+?)"?\s+(?:heißt|heißen)\s+(?:bei\s+uns|hier|jetzt|künftig|ab\s+jetzt)\s+"?([^",]+?)"?(?:,?\s+überall)?(?:,?\s+bitte)?$/i,
    'rename $1 to "$2"',
  ],
  [
    /^(.+?)\s+(?:bitte\s+)?nach\s+(.+?)\s+gruppieren\s+und\s+(?:im|in\s+einem)\s+kalender\s+(?:an)?zeigen$/i,
    "group $1 by $2, add a calendar of $1",
  ],
  [/^(?:bitte\s+)?(?:einen?\s+)?kalender\s+(?:für|von|mit)\s+(?:die\s+|den\s+)?(.+)$/i, "add a calendar of $1"],
];
