import "server-only";
import { germanRules } from "./german-rules";

/** Where German puts its verb, and English does not. */
export const germanSentences: [RegExp, string][] = [
  ...germanRules,
  // "Feld Bemerkung lang bei Routen".
  [
    /^(?:bitte\s+)?(?:noch\s+)?(?:ein\s+)?(?:neues\s+)?feld\s+"?(\p{L}+)"?\s+\(?(?:lang|langer\s+text|mehrzeilig|als\s+langer\s+text)\)?\s+(?:bei|für|zu|in)\s+(?:den\s+|der\s+|dem\s+)?(\p{L}+)$/iu,
    "add $1 (long text) to $2",
  ],
  // "bei den Einsätzen soll minutes jetzt Dauer heißen".
  [
    /^(?:bei|in|für)\s+(?:den\s+|der\s+|dem\s+)?(.+?)\s+(?:soll|sollen|muss|müssen)\s+(.+?)\s+(?:jetzt\s+|ab\s+jetzt\s+|künftig\s+|nun\s+|besser\s+)*(\S+)\s+heißen$/i,
    'rename $2 of $1 to "$3"',
  ],
  [
    /^(.+?)\s+(?:soll|sollen|muss|müssen)\s+(?:jetzt\s+|ab\s+jetzt\s+|künftig\s+|nun\s+|besser\s+|bitte\s+)+(\S+)\s+heißen$/i,
    'rename $1 to "$2"',
  ],
  // "unit bei den Tests brauchen wir nie, bitte weg damit", "country brauchen wir nicht mehr".
  [
    /^(.+?)\s+(?:bei|von|in)\s+(?:den\s+|der\s+|dem\s+)?(.+?)\s+(?:brauchen|benötigen|nutzen)\s+wir\s+(?:nicht|nie|nimmer|kaum|gar\s+nicht)(?:\s+mehr)?(?:,?\s+(?:bitte\s+)?(?:weg\s+damit|löschen|entfernen|raus\s+damit))?$/i,
    "remove $1 from $2",
  ],
  [
    /^(.+?)\s+(?:brauchen|benötigen|nutzen)\s+wir\s+(?:nicht|nie|nimmer|kaum|gar\s+nicht)(?:\s+mehr)?(?:,?\s+(?:bitte\s+)?(?:weg\s+damit|löschen|entfernen|raus\s+damit))?$/i,
    "remove $1",
  ],
  // "Bücher bitte mit Verlag und Jahr ergänzen".
  [/^(?:bitte\s+)?(?:die\s+)?(\S+)\s+(?:bitte\s+)?(?:um|mit)\s+(.+?)\s+(?:ergänzen|erweitern)$/i, "add $2 to $1"],
  // "bei den Gästen eine Telefonnummer ergänzen", "ein Feld Bindung bei den Skiern", "Konzerte: Feld venue dazu".
  [
    /^(?:bitte\s+)?(?:bei|zu|für|in)\s+(?:den\s+|der\s+|dem\s+|die\s+)?(.+?)\s+(?:bitte\s+)?((?:noch\s+)?(?:ein|eine|einen|das|die|den)\s+.+?)\s+(?:ergänzen|hinzufügen|anlegen|einfügen|dazu)$/i,
    "add $2 to $1",
  ],
  [
    /^(?:bitte\s+)?(?:noch\s+)?(?:ein\s+|eine\s+|das\s+)?(?:neues\s+)?(?:feld|spalte)\s+(.+?)\s+(?:bei|für|zu|in)\s+(?:den\s+|der\s+|dem\s+|die\s+)?(\S+)(?:\s+(?:dazu|hinzu))?$/i,
    "add a field $1 to $2",
  ],
  [
    /^(\S+)\s*:\s+(?:noch\s+)?(?:ein\s+|das\s+)?(?:feld|spalte)\s+(.+?)\s+(?:dazu|hinzu|ergänzen|hinzufügen|anlegen)$/i,
    "add a field $2 to $1",
  ],
  [/^(.+?)\s+(?:ist|sind|als|wird|werden)\s+(?:ein\s+)?(?:pflicht|pflichtfeld|pflichtfelder)$/i, "$1 is required"],
  // "das Datum soll heute sein, wenn man nichts einträgt".
  [
    /^(.+?)\s+(?:soll|sollte|muss|ist)\s+(?:standardmäßig\s+|immer\s+|am\s+anfang\s+)?heute(?:\s+sein)?(?:,?\s+(?:wenn|falls|solange|außer)\s+.+)?$/i,
    "$1 is today by default",
  ],
  [
    /^(.+?)\s+(?:soll|sollte|muss)\s+(?:standardmäßig\s+|am\s+anfang\s+)?("?[\p{L}\d]+"?)\s+sein,?\s+(?:wenn|falls)\s+(?:man|wir|ich|jemand|nichts)\s.*\b(?:nichts|nicht|anderes)\b.*$/iu,
    "$1 is $2 by default",
  ],
  [
    /^(.+?)\s+(?:soll|sollen|kann|können|darf|dürfen)\s+auch\s+(.+?)\s+(?:sein|haben|heißen)(?:\s+(?:können|dürfen))?$/i,
    "$1 can also be $2",
  ],
  [/^(.+?)\s+(?:soll|sollen|muss|müssen)\s+(.+?)\s+heißen$/i, 'rename $1 to "$2"'],
  [
    /^(.+?)\s+(?:darf|dürfen|soll|sollen|kann|können)\s+(?:nie|niemals|nicht)\s+negativ\s+sein$/i,
    "$1 must not be negative",
  ],
  [
    /^(.+?)\s+ist\s+pflicht\s+und\s+darf\s+(?:nie|niemals|nicht)\s+negativ\s+sein$/i,
    "$1 is required, $1 must not be negative",
  ],
  [
    /^(?:bitte\s+)?(?:lösch|entfern|nimm|streich)e?\s+(?:bitte\s+)?(?:das\s+feld\s+|die\s+spalte\s+)?(.+?)\s+(?:bei|von|aus)\s+(?:den\s+|der\s+|dem\s+)?(.+?)(?:\s+(?:weg|heraus|raus))?(?:,.*)?$/i,
    "remove $1 from $2",
  ],
  [/^(.+?)\s+umbenennen\s+(?:in|zu)\s+"?([^"]+)"?$/i, 'rename $1 to "$2"'],
  [
    /^(?:bitte\s+)?(?:die\s+liste\s+(?:der|von|mit)\s+)?(.+?)\s+(?:bitte\s+)?nach\s+(.+?)\s+gruppieren$/i,
    "group $1 by $2",
  ],
  [/^(?:für|bei)\s+jeden?r?s?\s+(.+?)\s+(?:bitte\s+)?(?:noch|auch)\s+(.+)$/i, "add $2 to $1"],
  [
    /^(.+?)\s+(?:bitte\s+)?als\s+(?:karten|galerie|kacheln)(?:\s+mit\s+(?:foto|bild|fotos|bildern))?(?:\s+(?:an)?zeigen)?$/i,
    "show $1 as a gallery",
  ],
  [
    /^(?:bitte\s+)?(?:füge?|ergänze|gib)\s+(?:bitte\s+)?(?:bei|zu|zum|zur|in|im|für)\s+(.+?)\s+((?:ein|eine|einen|noch|das|die|den)\s+.+?)(?:\s+(?:hinzu|ein|dazu))?$/i,
    "add $2 to $1",
  ],
  [
    /^(?:bitte\s+)?(?:füge?|ergänze)\s+(?:bitte\s+)?(.+?)\s+(?:bei|zu|zum|zur|in|für)\s+(?:den\s+|der\s+|dem\s+)?(.+?)(?:\s+(?:hinzu|ein|dazu))?$/i,
    "add $1 to $2",
  ],
  // "füg bei den Mitgliedern Notfallnummer und Beitrag hinzu".
  [
    /^(?:bitte\s+)?(?:füge?|ergänze)\s+(?:bitte\s+)?(?:bei|zu|in|für)\s+(?:den\s+|der\s+|dem\s+)?(\p{L}+)\s+(.+?)\s+(?:hinzu|ein|dazu|an)$/iu,
    "add $2 to $1",
  ],
  [/^(?:bitte\s+)?(?:füge?|ergänze)\s+(?:bitte\s+)?(.+?)(?:\s+(?:hinzu|ein|dazu))?$/i, "add $1"],
  [
    /^(?:bitte\s+)?(?:noch\s+)?(.+?)\s+(?:bei|zu|zum|zur|in|für)\s+(?:den\s+|der\s+|dem\s+)?(.+?)\s+(?:hinzufügen|ergänzen|anlegen|einfügen)$/i,
    "add $1 to $2",
  ],
  [/^(?:bitte\s+)?(.+?)\s+(?:hinzufügen|anlegen|ergänzen)$/i, "add $1"],
  [
    /^(?:bitte\s+)?(.+?)\s+(?:bei|von|aus)\s+(?:den\s+|der\s+|dem\s+)?(.+?)\s+(?:löschen|entfernen)$/i,
    "remove $1 from $2",
  ],
  [/^(?:bitte\s+)?(.+?)\s+(?:löschen|entfernen)$/i, "remove $1"],
  [/^(?:bitte\s+)?(.+?)\s+(?:in|zu)\s+"?([^"]+?)"?\s+umbenennen$/i, 'rename $1 to "$2"'],
  [
    /^(?:bitte\s+)?(?:lösche|entferne|nimm)\s+(.+?)\s+(?:bei|von|aus)\s+(?:den\s+|der\s+|dem\s+)?(.+?)(?:\s+(?:weg|heraus|raus))?$/i,
    "remove $1 from $2",
  ],
  [
    /^(?:bitte\s+)?(?:weg\s+mit\s+(?:de[mnr]\s+)?)?(.+?)\s+(?:bei|von|aus)\s+(?:den\s+|der\s+|dem\s+)?(.+?)(?:(?<=^(?:bitte\s+)?weg\s.*)|\s+(?:weg|raus))$/i,
    "remove $1 from $2",
  ],
  [/^(?:bitte\s+)?(?:lösche|entferne|weg\s+mit(?:\s+de[mnr])?)\s+(.+)$/i, "remove $1"],
  [/^(?:bitte\s+)?(?:mach|mache|färbe)\s+(.+?)\s+zu(?:r|m)?\s+pflichtfeld$/i, "make $1 required"],
  [
    /^(.+?)\s+(?:muss|müssen|braucht|brauchen|soll|sollen)\s+(?:nicht\s+(?:mehr\s+)?|nicht\s+länger\s+)(?:zu\s+)?(?:eindeutig|einmalig)\s+(?:zu\s+)?sein$/i,
    "$1 need not be unique",
  ],
  [
    /^(.+?)\s+(?:(?:muss|müssen|soll|sollen)\s+(?:immer\s+)?(?:eindeutig|einmalig|einzigartig)\s+sein|(?:ist|sind)\s+(?:immer\s+)?(?:eindeutig|einmalig))$/i,
    "$1 must be unique",
  ],
  [
    /^(.+?)\s+(?:darf|dürfen|soll|sollen|kann|können)\s+(?:nur\s+einmal|nicht\s+(?:doppelt|zweimal|mehrfach|mehrmals)|nie\s+doppelt)\s+(?:vorkommen|vergeben\s+werden|vergeben\s+sein|da\s+sein|vorhanden\s+sein|verwendet\s+werden|benutzt\s+werden|existieren)$/i,
    "$1 must be unique",
  ],
  [
    /^(?:bitte\s+|es\s+(?:darf|soll|sollen|dürfen)\s+)?keine?\s+(?:doppelten?|mehrfachen?)\s+(.+?)(?:\s+(?:geben|mehr|haben))?$/i,
    "$1 must be unique",
  ],
  [
    /^(?:keine\s+)?zwei\s+(.+?)\s+(?:dürfen\s+(?:nicht\s+)?|sollen\s+(?:nicht\s+)?|mit\s+)(?:die|der|das|dieselbe|derselbe|dasselbe|denselben|derselben|demselben)?\s*(?:gleiche[nrs]?\s+)?(.+?)(?:\s+haben)?$/i,
    "the $2 of $1 must be unique",
  ],
  [/^(?:bitte\s+)?(?:mach|mache|färbe)\s+(.+)$/i, "make $1"],
  // "nur Admins sehen den Stundensatz".
  [/^nur\s+(?:die\s+|der\s+)?(.+?)\s+(?:sehen|sieht)\s+(?:die\s+|den\s+|das\s+)?(.+)$/i, "only $1 can see $2"],
  // "lösch die Größe".
  [/^(?:bitte\s+)?(?:lösch|entfern|streich)e?\s+(?:bitte\s+)?(?:die|den|das)\s+(\p{L}+)$/iu, "remove $1"],
  // "Dauer standardmäßig 60 und höchstens 120".
  [
    /^(?:die\s+|der\s+|das\s+)?(.+?)\s+(?:standardmäßig|normalerweise)\s+(\d+)\s+und\s+(?:höchstens|maximal)\s+(\d+)$/i,
    "$1 is $2 by default, $1 must be at most $3",
  ],
  [/^(?:die\s+|der\s+|das\s+)?(.+?)\s+(?:höchstens|maximal)\s+(\d+)$/i, "$1 must be at most $2"],
  [/^(?:die\s+|der\s+|das\s+)?(.+?)\s+(?:mindestens|minimal)\s+(\d+)$/i, "$1 must be at least $2"],
  // "neue Tabelle Lieferungen mit Kunde, Bier".
  [
    /^(?:bitte\s+)?(?:eine\s+)?(?:neue|weitere)\s+(?:tabelle|liste)\s+(?:für\s+)?(\p{L}+)\s+(?:mit|:)\s+(.+)$/iu,
    "add a table for $1 with $2",
  ],
  // "Preis nicht unter 1".
  [
    /^(?:der\s+|die\s+|das\s+)?(.+?)\s+(?:nicht|nie|niemals)\s+(?:unter|kleiner\s+als|weniger\s+als)\s+(\d+(?:[.,]\d+)?)$/i,
    "$1 must be at least $2",
  ],
  [
    /^(?:der\s+|die\s+|das\s+)?(.+?)\s+(?:nicht|nie|niemals)\s+(?:über|größer\s+als|mehr\s+als)\s+(\d+(?:[.,]\d+)?)$/i,
    "$1 must be at most $2",
  ],
  // "Gäste dürfen ohne Konto bestellen".
  [
    /^(?:die\s+)?(.+?)\s+(?:dürfen|können|darf|kann)\s+(?:auch\s+)?ohne\s+(?:konto|anmeldung|login|registrierung|account|benutzerkonto)\s+bestellen$/i,
    "$1 can order without an account",
  ],
  [
    /^(?:die\s+)?(.+?)\s+(?:dürfen|können|darf|kann)\s+(?:auch\s+)?ohne\s+(?:konto|anmeldung|login|registrierung|account|benutzerkonto)\s+buchen$/i,
    "$1 can book without an account",
  ],
  [
    /^(?:die\s+)?(.+?)\s+(?:dürfen|können|darf|kann)\s+(?:auch\s+)?ohne\s+(?:konto|anmeldung|login|registrierung|account|benutzerkonto)\s+reservieren$/i,
    "$1 can reserve without an account",
  ],
  // "Besitzer muss man eingeben".
  [
    /^(.+?)\s+(?:muss|müssen|soll|sollte)\s+(?:man|jeder|jede|jemand)\s+(?:immer\s+|auch\s+)*(?:eingeben|ausfüllen|angeben|eintragen)$/i,
    "$1 is required",
  ],
  // "Ernten absteigend nach Kilo".
  [/^(?:die\s+)?(.+?)\s+absteigend\s+nach\s+(.+?)(?:\s+sortieren)?$/i, "sort $1 by $2 descending"],
  [/^(?:die\s+)?(.+?)\s+aufsteigend\s+nach\s+(.+?)(?:\s+sortieren)?$/i, "sort $1 by $2 ascending"],
  // "Rasse als Auswahl: Hannoveraner, Haflinger".
  [
    /^(?:(?:mach|mache)\s+)?(?:die\s+|den\s+|das\s+)?(\p{L}+)\s+(?:als|soll\s+eine?)\s+(?:auswahl|auswahlfeld|auswahlliste|dropdown)(?:\s+sein)?\s*(?::|mit)\s*(.+)$/iu,
    "make $1 a dropdown: $2",
  ],
  // "und ein Feld Allergien (mehrfachauswahl: nüsse, milch)".
  [
    /^(?:und\s+)?(?:noch\s+)?(?:ein|das)\s+(?:neues\s+|weiteres\s+)?feld\s+(\p{L}+)\s*\(\s*(?:mehrfach-?auswahl|mehrere|multi)\s*:\s*([^()]+)\)$/iu,
    'add "$1" (multi: $2)',
  ],
  [/^(?:und\s+)?(?:noch\s+)?(?:ein|das)\s+(?:neues\s+|weiteres\s+)?feld\s+(.+)$/i, "add a field $1"],
  [
    /^(?:(?:ich|wir)\s+(?:will|wollen|möchten?|muss|müssen)\s+)?(?:unsere\s+|meine\s+)?(.+?)\s+(?:verwalten|erfassen|organisieren|dokumentieren|planen)$/i,
    "manage $1",
  ],
  [/^(?:bitte\s+)?benenne\s+(?:die\s+|den\s+|das\s+)?(.+?)\s+(?:in|zu)\s+"?([^"]+?)"?\s+um$/i, 'rename $1 to "$2"'],
  // "nenn die App Büro": a name stays as it was said.
  [/^(?:bitte\s+)?nenne?\s+(?:die|diese|meine|unsere)\s+app\s+(?:bitte\s+)?"?([^"]+?)"?$/i, 'call the app "$1"'],
  [/^(?:bitte\s+)?nenne?\s+(.+?)\s+(\S+)(?:\s+um)?$/i, "call $1 $2"],
  [/^(?:bitte\s+)?sortiere\s+(.+?)\s+nach\s+(.+)$/i, "sort $1 by $2"],
  [/^(?:bitte\s+)?sortiere\s+nach\s+(.+)$/i, "sort by $1"],
  // "Bestand unter 10 rot markieren".
  [
    /^(?:bitte\s+)?(.+?)\s+(?:unter|kleiner als|weniger als)\s+(\d+(?:[.,]\d+)?)\s+(?:bitte\s+)?(?:in\s+)?(\p{L}+)(?:\s+(?:markieren|färben|einfärben|anzeigen|hervorheben|machen))?$/iu,
    "colour $1 under $2 $3",
  ],
  [
    /^(?:bitte\s+)?(.+?)\s+(?:über|größer als|mehr als)\s+(\d+(?:[.,]\d+)?)\s+(?:bitte\s+)?(?:in\s+)?(\p{L}+)(?:\s+(?:markieren|färben|einfärben|anzeigen|hervorheben|machen))?$/iu,
    "colour $1 over $2 $3",
  ],
  [
    /^(?:bitte\s+)?(?:die\s+liste\s+(?:der|von|mit)\s+)?(.+?)\s+(?:bitte\s+)?nach\s+(.+?)\s+(?:sortieren|ordnen)$/i,
    "sort $1 by $2",
  ],
  [/^(?:bitte\s+)?(?:die\s+liste\s+(?:der|von|mit)\s+)?(.+?)\s+nach\s+(.+?)\s+filtern$/i, "filter $1 by $2"],
  [/^(?:bitte\s+)?(.+?)\s+(?:in|im|als)\s+(?:einem\s+)?kalender\s+(?:an)?zeigen$/i, "add a calendar of $1"],
  [
    /^(?:bitte\s+)?(?:zeig|zeige)\s+(?:mir\s+)?(.+?)\s+(?:in|im|als)\s+(?:einem\s+|einen\s+)?kalender(?:\s+an)?$/i,
    "add a calendar of $1",
  ],
  [
    /^(?:bitte\s+)?(?:zeig|zeige)\s+(?:mir\s+)?(.+?)\s+als\s+(?:karten|galerie|kacheln)(?:\s+an)?$/i,
    "show $1 as a gallery",
  ],
  [/^(?:bitte\s+)?(?:zeig|zeige)\s+(?:mir\s+)?(.+?)(?:\s+an)?$/i, "show $1"],
  [
    /^nur\s+(?:der\s+|die\s+)?(.+?)\s+(?:dürfen|können|sollen|darf|kann|soll)\s+(?:die\s+|den\s+|das\s+)?(.+?)\s+(?:sehen|ansehen|lesen)$/i,
    "only $1 can view $2",
  ],
  [
    /^nur\s+(?:der\s+|die\s+)?(.+?)\s+(?:dürfen|können|sollen|darf|kann|soll)\s+(?:die\s+|den\s+|das\s+)?(.+?)\s+(?:ändern|bearbeiten|schreiben|anlegen)$/i,
    "only $1 can edit $2",
  ],
  [/^(?:jede[rs]?|ein|eine)\s+(.+?)\s+gehört\s+zu\s+(?:einem|einer|einen)\s+(.+)$/i, "each $1 belongs to a $2"],
  [/^(?:jede[rs]?)\s+(.+?)\s+hat\s+(.+)$/i, "each $1 has $2"],
  [/^(?:mein|unser|meine|unsere)\s+(\S+)\s+(?:braucht|benötigt)\s+(.+)$/i, "i need $2"],
  [/^gib\s+(.+?)\s+((?:ein|eine|einen)\s+.+)$/i, "add $2 to $1"],
  [/^(.+?)\s+(?:brauchen|braucht|benötigen|benötigt)\s+(?:auch\s+|noch\s+)?(.+)$/i, "$1 need $2"],
  [
    /^(?:ich|wir)\s+(?:brauche|brauchen|möchte|möchten|will|wollen|hätte gern|benötige)\s+(?:gerne?\s+)?(.+?)(?:\s+(?:haben|bauen|erstellen))?$/i,
    "i need $1",
  ],
  [/^(?:bitte\s+)?(?:erstelle|baue?|entwickle|programmiere)\s+(?:mir\s+|uns\s+)?(?:bitte\s+)?(.+)$/i, "create $1"],
  [/^(?:ändere|setze)\s+(.+?)\s+(?:auf|zu|in)\s+(.+)$/i, "change $1 to $2"],
  [
    /^(?:bitte\s+)?(.+?)\s+(?:bitte\s+)?(?:in\s+)?([\p{L}]+)\s+(?:markieren|färben|einfärben|hervorheben|anmalen)$/iu,
    "colour $1 $2",
  ],
];
