import "server-only";
import type { Wording } from "./wordings";

const zero: Wording = [/\bzero (?=(?:if|when|unless|by default|as standard)\b)/i, "0 "];

/** Requests told as facts, or with more words around them than they need, and the plain ones. */
export const toldWordings: Wording[] = [
  zero,
  // "make the texts bigger and the font serif": two wishes.
  [/^((?:make |set )?(?:the )?[\p{L} ]+?) and (?:the )?(font|theme|background|mode) ([\p{L} ]+)$/iu, "$1, $2 $3"],
  // "routes: grade 4 to 9, colour, wall": the least and the most of a number.
  [/(?<=^[^:()]+:.*?[\p{L}]) (\d+) to (\d+)(?=,)|(?<=^[^:()]+:.*,.*?[\p{L}]) (\d+) to (\d+)$/giu, " $1$3-$2$4"],
  // "samples: volume in ml, barcode unique": of that field alone.
  [/^([^:()]+: ?.*?, ?(?:and )?)([\p{L}]+(?: [\p{L}]+)?) (?:must be |is )?unique$/iu, "$1$2 (unique)"],
  // "add notes to tunings, a big box".
  [
    /^(add (?:an? )?[\w ]+?) to ((?:the |each )?[\w-]+),? (?:as |in )?an? (?:really )?(?:big|bigger|large|larger|long|huge) (?:text ?)?(?:box|field|text|area)\b/i,
    "$1 (long text) to $2",
  ],
  // "teachers can add lessons, nobody else".
  [
    /^(?:the )?((?!only\b)[\p{L} ]+?) (can|may) (.+?),? (?:and |but )?(?:nobody|no ?one|none) else(?: (?:can|may))?$/iu,
    "only $1 $2 $3",
  ],
  // "add a page called Rules: be on time, bring gloves".
  [
    /^(?:please )?(?:add|create|make) (?:an? )?(?:new )?page (?:called|named|titled) ([\p{L}][\p{L} ]{1,30}?): ?(.+)$/iu,
    'add a page called "$1" that says $2',
  ],
  // "remove brand from the list": its column, and not what it holds.
  [
    /^(?:remove|take|drop|delete|kick|leave) (?:the )?([\w ]+?) (?:from|off|out of) (?:the |our )?((?:[\w-]+ )?(?:list|overview))$/i,
    "hide $1 from the $2",
  ],
  // "total hours per project as a chart and per month too".
  [
    /^(.+?) (per|by) ([\w]+)((?: as (?:an? )?[\w ]+?)?),? and (?:also )?(per|by) ([\w]+)(?: too| as well| also)?$/i,
    "$1 $2 $3$4, $1 $5 $6$4",
  ],
  // "black header with white text": what is written on a part goes by its colour.
  [
    /\b(header|sidebar|menu|navigation|buttons?|footer|top bar|cards?) with (?:an? )?(?:white|black|light|dark) (?:text|letters|writing|font)\b/i,
    "$1",
  ],
  // "i don't want the photo on the tools any more".
  [
    /^(?:i|we) (?:don'?t|do not) (?:want|need|like|use) (?:the |an? |any )?([\w ]+?) (?:on|in|for|at|with) (?:the |our )?([\w-]+?)(?: list)?(?:\s+any ?more| any longer)?$/i,
    "remove $1 from $2",
  ],
  // "plan gold should be added", "could the photo be added to guests".
  [
    /^(?:could |can |would )?(?:the |an? )?("[^"]+"|[\w ]+?) (?:should |must |has to |needs to |could |can )?(?:also )?be (added|removed|deleted)((?: (?:to|from|in|on) (?:the )?[\w ]+)?)(?: too| as well)?\??$/i,
    (said) =>
      said.replace(
        /^(?:could |can |would )?(?:the |an? )?("[^"]+"|[\w ]+?) (?:should |must |has to |needs to |could |can )?(?:also )?be (added|removed|deleted)((?: (?:to|from|in|on) (?:the )?[\w ]+)?)(?: too| as well)?\??$/i,
        (_, what: string, verb: string, where: string) =>
          `${verb.toLowerCase() === "added" ? "add" : "remove"} ${what}${where}`,
      ),
  ],
  // "guests get a table to sit at".
  [
    /^((?:the |each |every |all )?[\w-]+ (?:gets?|needs?|have|has) an? [\w-]+) to (?:sit|stay|sleep|live|work|stand|lie) (?:at|in|on|with)$/i,
    "$1",
  ],
  // "category can only be a, b or c": all of its options.
  [
    /^(?:the )?([\w ]+?) (?:can|may|must|should) only be (?:one of )?:?((?!(?:seen|viewed|read|changed|edited|set|entered|used|booked|added|deleted|made|positive|once)\b)[\w -]+(?:, [\w -]+)+(?:,? (?:or|and) [\w -]+)?|[\w-]+ or [\w-]+)$/i,
    "make $1 a dropdown: $2",
  ],
  // "phone isn't needed for customers, but their street is".
  [
    /^(?:the |a )?([\w ]+?) (?:isn'?t|is not) needed (?:for|on|in|at|with) (?:the |all )?([\w-]+?)(?:\s+any ?more)?,? but (?:the|their|its|an?) ([\w ]+?) is(?: needed)?$/i,
    "remove $1 from $2, add $3 to $2",
  ],
  // "when i enter a new repair it should start as received".
  [
    /^(?:when(?:ever)?|if|each time|every time|as soon as) (?:someone|somebody|anyone|anybody|people|we|i|you) (?:enters?|adds?|creates?|makes?|types? in|opens?) (?:an?|the|another) (?:new )?([\w ]+?),? (?:then )?(?:it|the (?:status|stage|state)|its (?:status|stage|state)) (?:should|must|has to|ought to)? ?(?:always |already )?(?:starts?|begins?|be|is) (?:out )?(?:as |at |with |on |in )?(?:the )?("[^"]+"|[\w -]{2,25}?)$/i,
    "new $1s start as $2",
  ],
  // "appointments need a time, not just a day".
  [
    /^(?:the |each |every )?([\w-]+) (?:needs?|gets?|should have|must have) an? time,? (?:and )?not (?:only|just) (?:the|an?|its) (?:date|day)$/i,
    "the date of $1 needs time as well",
  ],
  // "a pickup time is needed, not only the date".
  [
    /^(?:(?:i|we) (?:also )?(?:need|want) |add )?(?:an? |the )?([\w ]*?) ?time(?: (?:is|was) (?:also )?(?:needed|missing|important|required|wanted))?(?: too| as well| also)?,? (?:and )?not (?:only|just) (?:the|an?|its) (?:date|day)$/i,
    "$1 date with time as well",
  ],
  // "status of jobs should be asked, planned, done, paid".
  [
    /^(?:the )?(status|stage|state|priority|category|type|kind|level) of (?:the |our |my )?([\w ]+?)(?: (?:should|must|can|may|shall) be(?: one of)?|:) (?!\w+ by default)([\w -]+(?:, [\w -]+){2,}(?:,? (?:or|and) [\w -]+)?)$/i,
    "make $1 of $2 a dropdown with $3",
  ],
  // "price per walk is 15".
  [
    /^(?:the )?(price|cost|fee|rate) (?:per|for an?|of an?|of each) ([\w ]+?) (?:is|costs|=) (\d+(?:[.,]\d+)?)$/i,
    "default $1 of $2s is $3",
  ],
  // "jobs have photos before and after".
  [
    /^(?:the |our |all |each |every )?([\w ]+?) (?:have|has|need|needs|get|gets) (?:an? )?(photo|picture|image)s? (?:from )?before and after$/i,
    'add "before $2" and "after $2" to $1',
  ],
  [
    /^(?:please )?add (?:an? )?(photo|picture|image)s? (?:from )?before and after(?: (?:to|for) (.+))?$/i,
    'add "before $1" and "after $1" to $2',
  ],
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
  // "put "Order" wherever it says Job".
  [
    /^(?:put|write|use|say) ("[^"]+"|[\p{L}-]+) (?:wherever|everywhere|anywhere)(?: that| where)? (?:it|the app|we|one) (?:says?|reads?|shows?|has) ("[^"]+"|[\p{L} -]+?)(?: now)?$/iu,
    "rename $2 to $1",
  ],
  // ""nightly price" should just read Rate".
  [/\b(should|must|shall) (?:just|simply|only|rather|better) (?=(?:read|say|be called)\b)/i, "$1 "],
  // "foreman should be one of the workers, not typed".
  [
    /,? (?:and )?(?:not|no longer|instead of(?: being)?|rather than) (?:typed|typing|written|writing|free text|as (?:a )?text|by hand|typed in|entered by hand)(?: (?:in|it))?(?=\s*(?:,|$))/i,
    "",
  ],
  // "shirt size not as text, S M L XL to choose from"../../wordings/.
  [
    /^(?:the )?([\w ]+?) (?:not|isn't|is not|no longer) (?:as |a )?(?:free )?text,? (?:but )?(?!.*,)([\w/+.-]+(?: [\w/+.-]+)+?) to (?:choose|pick|select)(?: from| between)?$/i,
    (said) =>
      said.replace(
        /^(?:the )?([\w ]+?) (?:not|isn't|is not|no longer) (?:as |a )?(?:free )?text,? (?:but )?(.+?) to (?:choose|pick|select)(?: from| between)?$/i,
        (_, field: string, list: string) => `make ${field} a dropdown: ${list.split(" ").join(", ")}`,
      ),
  ],
  // "the kids are supposed to find books without an account".
  [/\b(?:is|are) supposed to\b/i, "should"],
  [
    /^(?:the |our |all )?[\p{L} ]{2,30}? (?:can|may|should|must|want to|have to) (?:be able to )?(?:find|look up|look for|look at|browse|see|view|read|search) (?:the |all |our )?([\p{L} ]+?) without (?:an? )?(?:account|login|logging in|signing in)$/iu,
    "visitors can see $1",
  ],
  // "which guide led how many tours".
  [
    /^(?:(?:i|we) (?:want|need|would like|'d like) to |)(?:know |see |show )?(?:which|what) ([\p{L}]+) (?:\w+ )?(?:\w+(?:ed|s)|led|gave|did|made|has|had|got|took|brought|sold|wrote|won) how many ([\p{L} ]+)$/iu,
    "add a chart of the number of $2 per $1",
  ],
  // "what the bands need on stage: power in watts, number of mics".
  [
    /^(?:(?:we|i) (?:also )?(?:need|want|have) to |)know (?:what|which things|how) (?:the |each |every |our )?([\p{L}]+) (?:need|needs|want|wants|bring|brings|have|has|wear|wears|eat|eats)\b[^:;]*: ?(.+)$/iu,
    "add $2 to $1",
  ],
  // "own drum kit or not": a box.
  [/((?:^|,|\band) ?(?:add )?(?:an? |the |their )?[\p{L}]+(?: [\p{L}]+){0,2}) or not(?=,| to |$)/iu, "$1 (yes/no)"],
  // "there's a new table sponsors with name".
  [/^(?:then |and )*there(?:'s| is) (?:also )?(?:an? )?(?:new )?table (?:for |called |named )?/i, "add a table for "],
  // "give it its proper name, Hof Lindenau".
  [
    /^give (?:it|the app|this|this app|the whole thing) (?:its|an?|the) (?:proper |right |real |new |own |correct |better )*(?:name|title)\s*(?:,|:|-)?\s*(?:is )?/i,
    "call the app ",
  ],
  // "top right it should say "Books of the Goethe School" as the name of the app".
  [
    /^(?:[\p{L} ]+? )?(?:it|there|the app) (?:should|must|shall) (?:say|read|stand|be written|show) ("[^"]+")(?: there)? as (?:the |its )?(?:name|title)(?: of (?:the|this|our) app)?$/iu,
    "call the app $1",
  ],
  // "lyrics need more space".
  [
    /^(?:the )?([\p{L} ]+?) (?:needs?|wants?|should have|must have|gets?) (?:a lot |much )?more (?:space|room|lines)(?: to write| for text)?$/iu,
    "make $1 a long text",
  ],
  // "add a paid tick to walks".
  [/^(add |put |we need |i need )?an? (?!new |extra )([\p{L}]+) tick (?=(?:to|on|in|for|at) )/iu, "$1$2 (yes/no) "],
  // "add the postcodes they cover": who is told of, and no part of the name.
  [
    /^(add (?:the |an? )?[\p{L}]+(?: [\p{L}]+)?) (?:that |which )?(?:they|we|he|she|it|people|you|i) (?!are|is|was|were|can|may)[\p{L}]+(?: in| at| on| for| with)?(?=$|,| to )/iu,
    "$1",
  ],
  // "the app should be loud: pink menu, yellow background": a mood that a list of looks follows.
  [
    /^(?:make|let|have) (?:it|the app|the whole thing|everything|this|all of it)(?: look| be)? (?!the\b)[\p{L}]+(?: and [\p{L}]+)?: ?(?=.+,)/iu,
    "",
  ],
  [/\b(black|white|gr[ae]y|dark|light|blue|brown|red|green) writing\b/i, "$1 text"],
  // "filter for child and excused".
  [/\bfilters? (?:for|on) (?=[\p{L}]+(?: [\p{L}]+)?(?: and |,|$))/iu, "filter by "],
  // "length is a number in metres with decimals, between 3 and 20".
  [
    /^(?:the )?([\p{L} ]+?) (?:is|are|should be|must be) an? (number|amount|whole number)((?: in [\p{L}]+)?)(?: with (?:decimals|commas|a decimal|decimal places))?,? (?:and )?(between [\d.,]+ and [\d.,]+|at (?:least|most) [\d.,]+)$/iu,
    "make $1 a $2, $1 $4",
  ],
  [/\b(only [\p{L} ]{2,30} can) view (?=the |their |our )/iu, "$1 see "],
  // "make guides' email private".
  [/^(?:make|keep) (?:the )?([\p{L}]+s)(?:'s?|’s?) ([\p{L} ]+?) private$/iu, "only admins can see the $2 of $1"],
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
