import "server-only";
import type { Wording } from "./wordings";

const zero: Wording = [/\bzero (?=(?:if|when|unless|by default|as standard)\b)/i, "0 "];

/** Requests told as facts, or with more words around them than they need, and the plain ones. */
export const toldWordings: Wording[] = [
  zero,
  // "stock: 0 if nothing is typed".
  [
    /^(?:the )?([\p{L} ]+?): (-?\d+(?:[.,]\d+)?|"[^"]+") (?:if|when|unless|as long as) [^,;]*?\b(?:nothing|something|else|nobody|empty|blank|not)\b[^,;]*/iu,
    "$1 is $2 by default",
  ],
  [
    /^(?:the )?([\p{L} ]+?) (-?\d+(?:[.,]\d+)?) (?:as (?:a |the )?(?:standard|default)|by default|normally|usually)(?=,|$)/iu,
    "$1 is $2 by default",
  ],
  // "score goes from 1 to 10 and is empty at first": fields are.
  [
    /(?<=\d),? (?:and |but )?(?:it )?(?:is |are |stays? |starts? )(?:empty|blank)(?: at first| at the start| in the beginning| to begin with| by default)?$/i,
    "",
  ],
  // "points can't go below 0 or above 20".
  [
    /\b(?:can't|cannot|can not|must not|mustn't|may not|should not|shouldn't|never) (?:go |be |get )?(?:below|under|less than|lower than) (-?\d+(?:[.,]\d+)?)(?:,| or| and| nor)+ (?:go |be )?(?:above|over|more than|higher than) (-?\d+(?:[.,]\d+)?)/i,
    "is between $1 and $2",
  ],
  [/\b(is|be) (?:also )?something between (?=-?\d)/i, "$1 between "],
  // "make it green like a dartboard": what it reminds of.
  [/^((?:make|colou?r|paint|turn) .+?) (?:like|as in|as on) (?:an? |the |our |my )?[\w ]+?(?=,|$)/i, "$1"],
  // "i only want to see pickup and fare in that list": no right of anybody.
  [
    /^(?:the )?([\w ]+?) (newest|latest|oldest|most recent|cheapest) first,? (?:and )?(?:i|we) (?:only|just) (?:want|need) to see (.+?) (?:in|on) (?:that|the|this) (?:list|table)$/i,
    "$1 $2 first, only $3 in the $1 list",
  ],
  [
    /^(?:i|we) (?:only|just) (?:want|need) to see (.+?) in (?:the )?([\w ]+?) (?:list|table|overview)$/i,
    "only $1 in the $2 list",
  ],
  // "chemicals are read-only for everyone except admins".
  [
    /^(?:the )?([\w ]+?) (?:is|are|should be|must be|stays?) read[- ]only(?: (?:for|to) (?:everyone|everybody|all|others|the others|all others|anyone|members|users))?(?:,? (?:except|but|besides|other than|apart from|only) (?:for )?(?:not (?:for )?)?(?:the )?(?:admins?|administrators?)(?: (?:can|may) (?:edit|change|write)(?: them| it)?)?)?$/i,
    "only admins can edit $1",
  ],
  [
    /^(?:show )?(?:the )?([\w ]+?)(?: side by side)? as (?:pictures|photos|cards|tiles)(?:,? (?:(?:two|three|four|\d+|some) )?(?:next to (?:each other|one another)|side by side|in (?:a|one) row|per row)(?: or so)?)?$/i,
    "show $1 as a gallery",
  ],
  // "i'd like reservations too: member, book".
  [
    /^(?:i'd|i would|we'd|we would) (?:also )?(?:like|love|want) (?:to (?:have|keep|track) )?((?!an? |the )[a-z]+(?: [a-z]+)?s)(?: too| as well| also)?: (?=.+,)/i,
    "add a table for $1 with ",
  ],
  // "i need to know how many dogs come along with a stay".
  [
    /^(?:i |we )?(?:(?:need|want|have) to )?know how many ([\w ]+?) (?:come|comes|go|are|is|stay|join|belong|live)(?: along| there)? (?:with|in|at|to|on|for) (?:an?|the|each|every) ([\w ]+)$/i,
    "add number of $1 to $2",
  ],
  // "at least 1 adult per stay, at most 8".
  [
    /^at least (\d+) ([\w ]+?) (?:per|for each|in each|in an?|on each) ([\w ]+?),? (?:and )?(?:at most|never more than|not more than|no more than|max(?:imum)?(?: of)?) (\d+)$/i,
    "$2 of $3 between $1 and $4",
  ],
  [
    /^(.+?) is (-?\d+) by default,? (?:and )?(?:is |must be )?at least (-?\d+)(?:,| and)+ (?:at most|never more than|not more than) (-?\d+)$/i,
    "$1 is $2 by default, $1 between $3 and $4",
  ],
  // "it's too bright at night, dark please".
  [/^(?:it|that|this|everything)(?:'s| is) (?:much |far |way )?too [a-z]+(?: [a-z ]{1,25})?, (?=.)/i, ""],
  // "Interview with fields application (relation), interviewer".
  [/\bwith (?:the )?(?:fields|columns|properties|attributes):? (?=[\w ]+[,(])/i, "with "],
  [/ \((?:relation|reference|ref|link|lookup)\)/gi, ""],
  // "charts on the dashboard: tickets per assignee (bar)".
  [
    /^charts on the dashboard: (?:count of |number of )?(.+?) (?:grouped by|per|by) ([\w ]+?) \((bar|pie|line|donut)s?(?: chart)?\)$/i,
    "add a $3 chart of $1 by $2 to the dashboard",
  ],
  [/\bwithout (?:any|a) (?:login|account)(?:,? (?:on )?an? form(?: on an? page)?)?$/i, "without an account"],
  // "tread under 3 mm = red".
  [
    /^([\w ]+? (?:under|over|below|above|less than|more than) \d+(?:[.,]\d+)?) ?(?:mm|cm|m|km|g|kg|l|ml|h|min|days?|hours?|minutes?|pieces?|%)? ?(?:=|:|->|→|should be|must be) ?(?:in )?([a-z]+(?: [a-z]+)?)$/i,
    "colour $1 $2",
  ],
  // "venue: sports hall or school gym or away".
  [/^(?:the )?([\w ]{2,30}): ((?!.*[,:])[\w -]+? or [\w -]+? or [\w -]+)$/i, "make $1 a dropdown: $2"],
  [/^(?:allow|enable) filtering\b/i, "filter"],
];
