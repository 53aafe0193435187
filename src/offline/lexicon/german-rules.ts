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
  // "die Telefonnummer fehlt noch bei den Mitgliedern".
  [
    /^(?:und\s+)?(.+?)\s+(?:fehlt|fehlen)\s+(?:(?:mir|uns|noch|auch|leider)\s+)*(?:bei|in|an)\s+(?:den\s+|der\s+|dem\s+)?(.+)$/i,
    "add $1 to $2",
  ],
  // "Beitrag ist normalerweise 60".
  [
    /^(.+?)\s+(?:ist|sind|soll|sollen)\s+(?:normalerweise|üblicherweise|meistens|meist|in\s+der\s+regel|standardmäßig)\s+(.+?)(?:\s+sein)?$/i,
    "$1 is $2 by default",
  ],
  // "kommt soll am Anfang nein sein".
  [
    /^(.+?)\s+(?:soll|sollen|sollte|muss)\s+(?:am\s+anfang|zu\s+beginn|anfangs|zuerst)\s+(?:immer\s+)?(.+?)\s+sein$/i,
    "$1 is $2 by default",
  ],
  // "Statistik: Anmeldungen pro Termin".
  [
    /^(?:bitte\s+)?(?:eine?\s+)?(?:statistik|auswertung|grafik|diagramm)\s*(?::|über|zu|mit|für|der|von)?\s*(?:die\s+)?(.+?)\s+(?:pro|nach|je)\s+(.+)$/i,
    "add a chart of $1 per $2",
  ],
  // "Telefon bei den Mitgliedern ergänzen, Pflichtfeld".
  [
    /^(?:bitte\s+)?(?:noch\s+)?(.+?)\s+(?:bei|zu|zum|zur|in|für)\s+(?:den\s+|der\s+|dem\s+)?(.+?)\s+(?:hinzufügen|ergänzen|anlegen|einfügen),?\s+(?:(?:als|ist|und)\s+)*(?:ein\s+)?pflicht(?:feld)?$/i,
    "add $1 to $2, required",
  ],
  // "bei den Lieferanten noch Bankverbindung und Steuernummer ergänzen".
  [
    /^(?:bitte\s+)?(?:bei|zu|für|in)\s+(?:den\s+|der\s+|dem\s+|die\s+)?(\S+)\s+(?:bitte\s+)?(?:noch|auch)\s+(.+?)\s+(?:ergänzen|hinzufügen|anlegen|einfügen|dazu)$/i,
    "add $2 to $1",
  ],
  // "Das Feld joined on bitte "Mitglied seit" nennen".
  [/^(?:das\s+feld\s+|die\s+spalte\s+)?(.+?)\s+(?:bitte\s+)?(?:in\s+)?"([^"]+)"\s+nennen$/i, 'rename $1 to "$2"'],
  // "lösch das Feld Geburtstag".
  [
    /^(?:bitte\s+)?(?:lösche?|entferne?|streiche?)\s+(?:bitte\s+)?(?:das\s+feld|die\s+spalte)\s+(\S+)(?:\s+bitte)?$/i,
    "remove the field $1",
  ],
  // "können wir die Zimmer nach Stockwerk gruppieren und nach der Nummer sortieren".
  [
    /^(?:(?:können|könnten)\s+wir\s+|wir\s+wollen\s+)?(?:bitte\s+)?(?:die\s+|den\s+)?(.+?)\s+nach\s+(.+?)\s+gruppieren\s+und\s+nach\s+(.+?)\s+sortieren$/i,
    "group $1 by $2, sort $1 by $3",
  ],
  // "die Mitglieder sollen ihre eigenen Ausleihen sehen, aber nicht die der anderen".
  [
    /^(?:(?:jede[rs]?|die|alle)\s+)?(.+?)\s+(?:soll|sollen|sollten|darf|dürfen|kann|können)\s+(?:seine|ihre|die)\s+eigenen?\s+(.+?)\s+(?:sehen|lesen|ansehen)(?:\s+(?:können|dürfen))?,?\s+(?:aber\s+|und\s+)?nicht\s+(?:auch\s+)?(?:die\s+)?(?:der|von(?:\s+den)?)\s+anderen$/i,
    "$1 can only see their own $2",
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
