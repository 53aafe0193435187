import "server-only";
import type { Wording } from "./wordings";

const kinds = "yes ?\\/ ?no|checkbox|tick ?box|date|number|text|long text|link|photo|picture|file|rating|percentage";
const drawn = "chart|graph|pie|bars?|line|donut|diagram";

/** More ways in which busy people put a request, and the plain one. */
export const everydayWordings: Wording[] = [
  // "don't let visitors add recipes": what they cannot do.
  [
    /^(?:please )?(?:don't|do not|never) (?:let|allow|permit) (?:the |our |my |any )?((?!me\b|us\b)[\p{L} -]+?) (?:to )?(?:be able to )?(?=(?:see|view|read|look|edit|change|update|add|create|enter|delete|remove|book|cancel|send|submit)\b)/iu,
    "$1 cannot ",
  ],
  // "tickets older than 5 days should stand out".
  [
    /^(.+?) (?:should|must|need to|needs to|has to|have to) (?:stand out|(?:be|get) (?:highlighted|marked|flagged|emphasi[sz]ed))(?= in \p{L}+$|$)/iu,
    "highlight $1",
  ],
  // "add min players max players": two fields, though no comma divides them.
  [/\b(min(?:imum)? (?!and\b|or\b|max)\p{L}+) (?:and )?(?=max(?:imum)? \p{L}+)/giu, "$1, "],
  // "assign cleaner to each job".
  [/^assign (?:an? |the |one )?([\p{L}]+(?<!s)) to (?=(?:each|every|all|the) \p{L}+$)/iu, "add $1 to "],
  // "homework needs more than one line".
  [
    /^(?:the )?([\p{L} ]{3,30}?) (?:needs?|should (?:have|get)|must have) (?:more than one line|several lines|multiple lines|more lines)$/iu,
    "make $1 a long text",
  ],
  // "guests have a plus one".
  [/\b(have|has|get|gets|bring|need|needs|add) (?:an? )?plus[ -]?one$/i, "$1 a plus-one checkbox"],
  // "no worker without a phone".
  [
    /^(?:there (?:should|must|can|may) be )?no ([\w ]+?) without (?:an? |the |any )?([\w ]+?)$/i,
    "$2 of $1 is required",
  ],
  // "teachers can edit courses, students can only look at them": what only some may do, the others may not.
  [
    /^(?:the )?([\w-]+s) (?:can|may|should be able to|are allowed to) ((?:also )?(?:edit|change|update|write|add|create|delete|manage|enter)\b.+?),? (?:(?:and|but|while|whereas) )?(?:the )?[\w-]+ (?:can |may |should |must )?(?:only|just) (?:be able to )?(?:read|see|look|look at|view|watch)(?: at)?(?: them| it| that| those)?$/i,
    "only $1 can $2",
  ],
  [/^(?:please )?no (dashboard|calendar|board|gallery)(?: please| page| any ?more)*$/i, "remove the $1"],
  // "replace the homework text by a yes/no".
  [
    new RegExp(
      `^(?:replace|swap|exchange) (?:the )?(.+?)(?: (?:text|field|column))? (?:by|with|for) (?:an? )?(${kinds})$`,
      "i",
    ),
    "make $1 a $2",
  ],
  [
    /^((?:make|turn|change|convert|set) .+?) (?:(?:in)?to |by |with )?(?:an? )?yes ?(?:\/|or) ?no(?: field| question)?$/i,
    "$1 a checkbox",
  ],
  [/^(.+? (?:should|must|has to) be )(?:an? )?yes ?(?:\/|or) ?no(?: field| question)?$/i, "$1a checkbox"],
  // "turn the teacher in courses into a dropdown of the teachers".
  [
    /^(?:turn|make|change|convert) (?:the )?[\w ]+? (?:in|of|on) (?:the )?(\w+) (?:in)?to an? (?:drop-?down|list|choice|selection|pick ?list) of (?:the |all |our )?(\w+)$/i,
    "link $1 to $2",
  ],
  [
    /^(?:please )?(?:(?:let|allow|enable)(?: people| users| visitors| everyone| us| me| members)?(?: to)? )?comment(?:s|ing)? (?:on|for|under) (?:the |our |my |every |each |a )?([\w ]+)$/i,
    "$1 have comments: content, author",
  ],
  // "add varieties as a table of its own with name and days, crops have many of them".
  [
    /^(?:add|make|create) (?:the )?([\w ]+?) as (?:an? )?(?:own |separate |new )?(?:table|list)(?: of (?:its|their) own)?(?: with|:)(?: the fields?)? (.+?),? (?:and )?(?:the |each |every )?(\w+) (?:can )?(?:have|has) (?:many|several|more)(?: of (?:them|those))?$/i,
    "add a table for $1 with $2, $3",
  ],
  [
    /^(?:add|make|create) (?:the )?([\w ]+?) as (?:an? )?(?:own |separate |new )?(?:table|list)(?: of (?:its|their) own)?(?: with|:)(?: the fields?)? (.+)$/i,
    "add a table for $1 with $2",
  ],
  // "the price in euros with 2 decimals": an amount of money has them.
  [/\b(euros?|dollars?|pounds|francs|money) (?:with|and) (?:2|two) (?:decimals?|decimal places|digits)\b/i, "$1"],
  [
    /^(?:the )?([\p{L} ]+?) with (?:2|two) (?:decimals?|decimal places|digits)(?:,| and)? (?:and )?in (euros?|dollars?|pounds|francs)$/iu,
    "$1 is money in $2",
  ],
  // "status soll am anfang immer offen sein".
  [
    /^(.+?) (?:soll|sollte|muss) (?:(?:am anfang|zu beginn|zuerst|anfangs|standardmäßig|immer) )+"?([\p{L}\d ]+?)"? sein$/iu,
    "$1 is $2 by default",
  ],
  // "a file upload for the offer", "an upload of the contract".
  [
    /\b(?:an? )?(?:file upload|upload field|upload|file field|attachment) (?:for|of) (?:the |an? )([\p{L}-]+(?: [\p{L}-]+)?)(?= and |,|$)/iu,
    "$1 (file)",
  ],
  // "the birthday nobody needs to see but me".
  [
    /^(?:the )?([\w ]+?) (?:nobody|no one|no-one) (?:needs to|should|may|must|can|has to|shall) (see|view|read|edit|change) (?:but|except|besides|other than) (.+)$/i,
    "only $3 can $2 the $1",
  ],
  // "therapists only see their treatments".
  [
    /^(?:the )?([\w-]+s) (?:can |may |should |must )?only (see|view|read|edit|change) their (?!own\b)([\w ]+?)(?=,|$)/i,
    "$1 can only $2 their own $3",
  ],
  // "add a field A and one for fuel in litres".
  [
    /^(add (?:an? )?(?:new )?field .+?),? and (?:another )?one (?:for|called|named) (?:the )?(.+)$/i,
    "$1, add a field $2",
  ],
  // "an opening hours page: Sat 10-14".
  [
    /^(?:(?:we|i) (?:also )?(?:need|want)|add|make|create) (?:an? |the )?([\w ]+?) page: (?=[^:]*\d)(.+)$/i,
    'add a page called "$1" that says $2',
  ],
  // "(meat, fish, cheese - more than one possible)".
  [
    /\(([^()]+?)\s*[-–,;]\s*(?:more than one|several|multiple|many)(?: (?:is|are|can be))?(?: (?:possible|allowed|ok|chosen))?\)/i,
    "(several of $1)",
  ],
  // "a tenant can have more than one plot".
  [
    /^(?:an? |each |every |one )?([\w-]+) (?:can|may|should|could) have (?:more than one|several|many|multiple) ([\w-]+?)s?$/i,
    "each $1 has many $2s",
  ],
  // "the plots list should show number and size, nothing else".
  [
    /^(?:the |in the )?([\w ]+?) (?:list|table) (?:should|must) (?:only )?show (?:only )?(.+?),? (?:and )?(?:nothing else|no more)$/i,
    "$2 are enough in the $1 list",
  ],
  [
    /^(?:i|we) (?:don't|dont|do not) (?:want|need) (?:the )?(.+? page)(?: in the menu)?(?:\s+any ?more)?$/i,
    "remove the $1",
  ],
  [/\b(?:isn't|isnt) (?=(?:necessary|required|mandatory|compulsory|obligatory)\b)/i, "is not "],
  [/^lock (?:the )?(.+?)(?:,| so(?: that)?)? only (.+?) (?:can |may )?edits? it$/i, "only $2 can edit the $1"],
  // "a date for the handover".
  [/\b(?:an? )(date|datetime) (?:for|of) (?:the )?"?([A-ZÄÖÜ][\p{L}-]+)"?(?= and |,|$)/u, "$2 ($1)"],
  // "show hours and revenue per month as charts".
  [
    /^((?:add|show|make|create|draw|give me|i want|we need) )?(.{4,40}?),? and (.{4,60}? (?:per|by|for each) .+?) as (?:charts|graphs|diagrams)$/i,
    "$1$2 as a chart, $1$3 as a chart",
  ],
  // "a chart of …, and put both on the dashboard": where charts are anyway.
  [
    new RegExp(
      `^(.*\\b(?:${drawn})\\b.*?),? (?:and )?(?:then )?(?:put|show|place|have) (?:both|them|it|those|these|all(?: of them)?) on (?:the|my|our) (?:dashboard|home page|start page|front page)$`,
      "i",
    ),
    "$1",
  ],
];
