import "server-only";

const others = String.raw`(?:,?\s+(?:aber\s+|und\s+)?nicht\s+(?:auch\s+)?(?:die\s+)?(?:der|von(?:\s+den)?)\s+anderen)?`;
const own = String.raw`^(?:(?:jede[rs]?|die|alle)\s+)?(.+?)\s+(?:soll|sollen|sollten|darf|dürfen|kann|können)\s+nur\s+(?:(?:seine|ihre|die)\s+)?eigenen?\s+(.+?)\s+`;
const most = String.raw`(neue?sten?|jüngsten?|ältesten?|nächsten?|frühesten?|teuersten?|billigsten?|günstigsten?)`;
const onTop = String.raw`(?:zuerst|oben|zuoberst|ganz\s+oben|am\s+anfang|nach\s+oben)(?:\s+(?:an)?zeigen)?`;
const onlyBy = String.raw`^(?:die\s+|der\s+|das\s+)?(.+?)\s+(?:soll|sollen|sollten|darf|dürfen|kann|können)\s+nur\s+(?:von|vom|durch)\s+(?:der\s+|den\s+|dem\s+|einem\s+|einer\s+)?`;
/** What is done by somebody: "nur von Lehrern bearbeitet werden". */
const passive = [
  ["(?:gesehen|eingesehen|angesehen|gelesen)", "see"],
  ["(?:geändert|bearbeitet|verändert)", "edit"],
  ["gelöscht", "delete"],
  ["(?:angelegt|hinzugefügt|erstellt|eingetragen)", "add"],
] as const;
const may = String.raw`(?:\s+(?:können|dürfen))?`;

/** What fields must hold, and who may do what, in German: where it puts its verb, and English does not. */
export const germanRules: [RegExp, string][] = [
  // "Lehrer sollen Rechnungen nicht sehen".
  [
    /^(?:die\s+)?(.+?)\s+(?:sollen|dürfen|können|soll|darf|kann)\s+(?:die\s+|den\s+|das\s+)?(.+?)\s+(?:nicht|nie)\s+(?:sehen|lesen)(?:\s+(?:können|dürfen))?$/i,
    "$1 cannot see $2",
  ],
  [
    /^(?:die\s+)?(.+?)\s+(?:sollen|dürfen|können|soll|darf|kann)\s+(?:die\s+|den\s+|das\s+)?(.+?)\s+(?:nicht|nie)\s+löschen(?:\s+(?:können|dürfen))?$/i,
    "$1 cannot delete $2",
  ],
  [/^(?:und\s+)?(?:die|diese)\s+dann\s+(?:in\s+)?(\p{Ll}+)$/u, "make those $1"],
  [
    /^nur\s+(?:der\s+|die\s+)?(.+?)\s+(?:dürfen|können|sollen|darf|kann|soll)\s+(?:die\s+|den\s+|das\s+)?(.+?)\s+(?:löschen|entfernen)$/i,
    "only $1 can delete $2",
  ],
  [
    /^nur\s+(?:der\s+|die\s+)?(.+?)\s+(?:dürfen|können|sollen|darf|kann|soll)\s+(?:die\s+|den\s+|das\s+)?(.+?)\s+(?:freigeben|genehmigen|absegnen|bewilligen)$/i,
    "only $1 can approve $2",
  ],
  [
    /^(?:bitte\s+)?(?:die\s+)?(?:haupt)?farbe\s+(?:auf|in|zu|soll|wird)\s+(\p{L}+)(?:\s+(?:ändern|setzen|stellen|sein|werden))?$/iu,
    "make the accent $1",
  ],
  [
    /^(?:bitte\s+)?(?:die\s+)?(?:knöpfe|buttons|schaltflächen|ecken)\s+(?:bitte\s+)?(?:rund|runder|abgerundet)(?:\s+machen)?$/iu,
    "round corners",
  ],
  [
    /^(?:bitte\s+)?(?:die\s+)?(?:knöpfe|buttons|schaltflächen|ecken)\s+(?:bitte\s+)?(?:eckig|eckiger|kantig)(?:\s+machen)?$/iu,
    "square corners",
  ],
  // "soll am Anfang nein sein", "und ist Pflicht": of what the wish before was about.
  [
    /^(?:und\s+)?(?:es\s+|das\s+|die\s+|der\s+)?(?:soll|sollte|muss|ist)\s+(?:am\s+anfang|zu\s+beginn|anfangs|standardmäßig|normalerweise)\s+(?:auf\s+)?(\S+)(?:\s+sein|\s+stehen)?$/i,
    "it is $1 by default",
  ],
  [
    /^(?:und\s+)?(?:es\s+|das\s+|sie\s+)?(?:soll|muss|ist)\s+(?:auch\s+)?(?:ein\s+)?pflicht(?:feld)?(?:\s+sein)?$/i,
    "it is required",
  ],
  [
    /^(?:und\s+)?(?:mach|mache|färbe?|zeige?|markiere?)\s+(?:die|diese|sie)\s+ohne\s+(?:in\s+)?(\p{L}+)(?:\s+an)?$/iu,
    "make those without $1",
  ],
  [
    /^(?:und\s+)?(?:mach|mache|färbe?|zeige?|markiere?)\s+(?:die|diese|sie)\s+(?:bitte\s+|dann\s+)?(?:in\s+)?(\p{L}+)(?:\s+an)?$/iu,
    "make those $1",
  ],
  [
    /^(?:und\s+)?(?:die|diese)\s+ohne\s+(?:in\s+)?(\p{L}+)(?:\s+(?:machen|zeigen|anzeigen|färben|markieren))?$/iu,
    "make those without $1",
  ],
  [
    /^(?:und\s+)?(?:die|diese)\s+(?:bitte\s+|dann\s+)?(?:in\s+)?(\p{L}+)\s+(?:machen|zeigen|anzeigen|färben|markieren)$/iu,
    "make those $1",
  ],
  // "neue Checkbox "gesperrt" bei Mitgliedern".
  [
    /^(?:bitte\s+)?(?:noch\s+)?(?:eine?\s+)?(?:neue[sn]?\s+)?(?:checkbox|kästchen|häkchen|ankreuzfeld|ja\/nein-feld)\s+(.+?)\s+(?:bei|für|zu|in)\s+(?:den\s+|der\s+|dem\s+|die\s+)?(\S+)(?:\s+(?:dazu|hinzu|hinzufügen))?$/i,
    "add a checkbox $1 to $2",
  ],
  // "Telefon ist Pflicht bei Besitzern".
  [
    /^(.+?)\s+(?:ist|sind|soll|muss)\s+(?:ein\s+)?pflicht(?:feld)?\s+(?:bei|für|in|von)\s+(?:den\s+|der\s+|dem\s+|allen\s+)?(\S+)$/i,
    "$1 of $2 is required",
  ],
  // "bei Terminen die Notizen raus".
  [
    /^(?:bitte\s+)?(?:bei|von|aus)\s+(?:den\s+|der\s+|dem\s+)?(\S+)\s+(?:bitte\s+)?(?:die|das|den)\s+(.+?)\s+(?:raus|weg|löschen|entfernen)(?:\s+bitte)?$/i,
    "remove $2 from $1",
  ],
  // "neue Buchungen oben, und das Feld Notizen raus".
  [
    /(^|,\s*)(?:und\s+)?(?:bitte\s+)?(?:das\s+feld|die\s+spalte)\s+(\S+)\s+(?:raus|weg|löschen|entfernen)(?:\s+bitte)?$/i,
    "$1remove $2",
  ],
  // "nicht bezahlte Buchungen rot markieren".
  [
    /^(?:(?:markiere?|färbe?|mache?|zeige?)\s+)?(?:bitte\s+)?(?:(?:alle|die)\s+)*(?:noch\s+)?nicht\s+(\p{L}+)\s+(\p{Lu}\p{L}+)\s+(?:bitte\s+)?(?:in\s+)?(\p{L}+)(?:\s+(?:markieren|färben|machen|zeigen|anzeigen))?$/iu,
    "colour not $1 $2 $3",
  ],
  // "Hunde, die nicht geimpft sind, in rot".
  [
    /^(?:(?:alle|die)\s+)*(\p{Lu}\p{L}+),?\s+die\s+(?:noch\s+)?nicht\s+(\p{L}+)\s+(?:sind|wurden|haben),?\s+(?:bitte\s+)?(?:in\s+)?(\p{L}+)(?:\s+(?:markieren|färben|machen|zeigen|anzeigen))?$/iu,
    "colour not $2 $1 $3",
  ],
  // "überfällige Termine sollen rot sein", "offene Rechnungen in Orange anzeigen".
  [
    /^(?:(?:alle|die)\s+)*(\p{Ll}+e[nr]?)\s+(\p{Lu}\p{L}+)\s+(?:sollen\s+|bitte\s+)?(?:in\s+)?(\p{L}+)\s+(?:sein|machen|färben|zeigen|anzeigen|erscheinen|markieren)$/u,
    "colour $1 $2 $3",
  ],
  // "Kurse nach Datum sortieren, die nächsten zuerst", "neueste Tiere oben", "die Buchungen neueste zuerst".
  [
    new RegExp(
      String.raw`^(?:bitte\s+)?(?:(?:die|alle)\s+)?(.+?)\s+nach\s+(.+?)(?:\s+(?:sortieren|sortiert))?,?\s+(?:und\s+)?(?:mit\s+)?(?:de[rnm]|die|das)?\s*${most}\s+${onTop}$`,
      "i",
    ),
    "sort $1 by $2, $3 first",
  ],
  [
    new RegExp(
      String.raw`^(?:bitte\s+)?(?:(?:die|immer)\s+)*${most}\s+(\p{Lu}\p{L}+)\s+(?:bitte\s+|immer\s+)*${onTop}$`,
      "iu",
    ),
    "$1 $2 first",
  ],
  [
    new RegExp(
      String.raw`^(?:bitte\s+)?(?:die\s+|bei\s+den\s+)?(\p{Lu}\p{L}+)[,:]?\s+(?:bitte\s+)?(?:(?:die|immer)\s+)*${most}\s+${onTop}$`,
      "iu",
    ),
    "$2 $1 first",
  ],
  // "nenn Termine in Behandlungen um".
  [
    /^(?:bitte\s+)?nenne?\s+(?:bitte\s+)?(?:die\s+|das\s+|den\s+)?(.+?)\s+(?:in|zu)\s+"?([^"]+?)"?\s+um$/i,
    'rename $1 to "$2"',
  ],
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
  // "Mieter sehen nur ihre eigenen Schäden", "jeder sieht nur eigene Termine".
  [
    /^(jede[rs]?|alle)\s+(?:sieht|sehen)\s+nur\s+(?:(?:seine|ihre|die)\s+)?eigenen?\s+(\p{L}+)$/iu,
    "users can only see their own $2",
  ],
  [
    /^(?:(?:die|alle)\s+)?(\p{L}+)\s+(?:sieht|sehen)\s+nur\s+(?:(?:seine|ihre|die)\s+)?eigenen?\s+(\p{L}+)$/iu,
    "$1 can only see their own $2",
  ],
  [
    /^(?:(?:die|alle)\s+)?(\p{L}+)\s+(?:bearbeite[nt]|änder[nt])\s+nur\s+(?:(?:seine|ihre|die)\s+)?eigenen?\s+(\p{L}+)$/iu,
    "$1 can only edit their own $2",
  ],
  // "Veranstaltungen in der Vergangenheit grau", "überfällige und nicht erledigte Schäden rot".
  [/^(?:(?:die|alle)\s+)?(\p{L}+)\s+in\s+der\s+vergangenheit\s+(?:bitte\s+)?(?:in\s+)?(\p{L}+)$/iu, "past $1 $2"],
  [
    /^(?:(?:die|alle)\s+)?(?:überfällige[nr]?|verspätete[nr]?)\s+(?:und|aber)\s+(?:noch\s+)?nicht\s+(\p{L}+)\s+(\p{L}+)\s+(?:bitte\s+)?(?:in\s+)?(\p{L}+)$/iu,
    "overdue $2 that are not $1 $3",
  ],
  // "die Kinder dürfen nur von der Leitung (admin) gesehen werden".
  ...passive.map(([verb, deed]): [RegExp, string] => [
    new RegExp(`${onlyBy}[^()]+?\\s*\\(([^()]+)\\)\\s+${verb}\\s+werden(?:\\s+(?:können|dürfen))?$`, "i"),
    `only $2 can ${deed} $1`,
  ]),
  ...passive.map(([verb, deed]): [RegExp, string] => [
    new RegExp(`${onlyBy}([^()]+?)\\s+${verb}\\s+werden(?:\\s+(?:können|dürfen))?$`, "i"),
    `only $2 can ${deed} $1`,
  ]),
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
