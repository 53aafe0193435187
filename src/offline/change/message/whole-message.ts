import "server-only";
import { counts } from "../../words/counts";

const quoted = '"[^"]+"';

/** What only the whole message tells, since its clauses are read one by one. */
const plainly: [RegExp, string][] = [
  // "no, I meant lowest first": what follows is a request, and no thanks.
  [
    /^(?:(?:no|nope|nah|oh|ah|sorry|wait|hm+)\b[,.!]*\s+)+(?:what )?i (?:mean|meant)(?: (?:is|was))?[,:]?\s+(?=\S)/i,
    "",
  ],
  // "add plus one yes/no and meal choice: meat, fish, veggie": the options are of the last one.
  [
    /^((?:please )?add (?!.*\bto\b)(?:an? |the )?[\p{L}][\p{L} -]*?(?: yes ?\/ ?no)?),? and (?:an? |the )?([\p{L} -]{3,30}?): ([^.;:!?()\n]+,[^.;:!?()\n]+)$/iu,
    "$1. Add $2 ($3)",
  ],
  // "add insurance number, must be unique, and birth date".
  [
    /^((?:please )?add [^,.;:()]+), (?:and )?(?:it |which |that )?(?:must|has to|should) be (unique|required|filled in),? and (?:an? |the )?((?!it\b|they\b)[\p{L} ]{3,40})$/iu,
    "$1, it must be $2. Add $3",
  ],
  // "severity: low, high, critical instead of priority": one field goes, and none of the options is called so.
  [
    /^((?:please )?(?:add )?[\p{L} ]{3,30}: ?[^.;:!?()\n]+,[^.;:!?()\n]+?),? instead of (?:the )?(\p{L}+(?: \p{L}+)?)[.!]?$/iu,
    "$1. Remove the $2",
  ],
  // "no not kids, call it family".
  [
    /^(?:(?:no|nope|oh|ah|sorry|wait)\b[,.!]*\s+)*not (?:the )?"?([\p{L}\d -]{2,30}?)"?[,.;:]? (?:but rather|but|(?:better )?call (?:it|that|them)|rather|it(?:'s| is| should be)|say|i mean|i meant) "?([\p{L}\d -]{2,30}?)"?[.!]?$/iu,
    "rename $1 to $2",
  ],
  // "add an urgency (low/high), high in red": a colour for rows is a wish of its own.
  [
    /^((?:please )?add [^.;:!?]+?), (?:and )?((?:[\p{L}-]+ ){1,3}?)(?:ones )?(?:in|should be|are|is) (red|orange|yellow|green|blue|gr[ea]y|purple|pink|black)(?=\s*[.!]?$)/iu,
    "$1. Colour $2$3",
  ],
  // "players: add a start date": what stands in front is where.
  [/(^|[.!?\n]\s*)(\p{L}[\p{L} ]{2,30}): (?:please )?add ((?:an?|the) [^.;:!?\n]+)/giu, "$1add $3 to $2"],
  // "gardeners can add seeds but only delete their own": what goes for all rows, and what for their own.
  [
    /(^|[.!?\n]\s*)((?!every|any|all |each |users )[\p{L} ]+?) ((?:(?:can|may|should) )?(?:add|see|view|read|create|enter|add and see|see and add)) (?:all |any |the )?([\p{L} ]+?),? (?:but|and) (?:(?:can|may|should) )?(?:only|just) (edit|change|delete) (?:their own|theirs|what they (?:added|made|entered|wrote))(?: ones)?(?=\s*(?:[.!]|$))/giu,
    "$1$2 $3 $4. Users can only $5 their own $4",
  ],
  // "dogs allowed? on every cottage", "wheelchair? yes/no on every ride".
  [
    /(^|[.!]\s+)((?!(?:can|do|does|did|is|are|who|what|which|how|why|when|where)\b)[\p{L}-]+(?: (?!(?:can|do|does|did|is|are|who|what|which|how|why|when|where)\b)[\p{L}-]+){0,2}) ?\? (?:an? )?(?:yes ?\/ ?no|yes or no|tick ?box|check ?box)? ?(?:on|for|in|with|at) (?:every|each|all(?: the)?) ([\p{L} ]+?)(?=\s*(?:[.,;!]|$| and ))/giu,
    '$1add "$2" (yes/no) to $3',
  ],
  // "we need to know if a customer already paid. a tick box in the sales".
  [
    /^(?:(?:we|i) (?:need|want|have) to know |note |mark )?(?:if|whether) (?:an? |the |each )?[\p{L}]+ (?:has |have |is |are )?(?:already )?([\p{L}]+)[.,:;-]+ (?:with )?an? (?:tick ?box|check ?box|tick|yes ?\/ ?no(?: field)?) (?:in|on|for|at) (?:the |each |every )?([\p{L}]+)/iu,
    'add "$1" (yes/no) to $2',
  ],
  [
    /,? and (?:it )?(?:starts?|is) (?:without the tick|unticked|not ticked|unchecked)(?: at first)?(?=\s*(?:[.!]|$))/gi,
    "",
  ],
  // "…, and a tick whether it's paid".
  [
    /,? and (?:an? )?(?:tick|tick ?box|check ?box|yes ?\/ ?no) (?:whether|if|for whether) (?:it|they|that|he|she)(?:'s| is| are|'re| was| has been)? (?:already )?([\p{L}]+)(?=\s*(?:[.!]|$))/giu,
    ". Add $1 (yes/no) to them",
  ],
  // "frames get a photo and a gender: women, men, kids": the options are of the last one.
  [
    /(^|[.!?\n]\s*)(?:the |each |every )?([\p{L} ]{2,30}?) (?:gets?|needs?|have|has|should have) (an? [\p{L} ]+?) and (an? [\p{L} ]+?): ([^.;:!?()\n]+,[^.;:!?()\n]+)/giu,
    "$1add $3 to $2. Add $4 ($5) to $2",
  ],
  // "take the guests' country out, and instead of it their language: German, English".
  [
    /^((?:take|remove|drop|delete|throw|kick|get rid of)\b[^,.;:]*?\b(\p{L}+?)(?:s'|'s|s) [^,.;:]*?),? (?:and |but )?instead(?: of (?:it|that|this))?,? (?:add |we want |i want )?(?:an? |the |their )?([\p{L} -]+?): ([^.;:()]+)$/iu,
    "$1. Add $3 ($4) to $2",
  ],
  // "get rid of the company on clients. no hang on keep it. just make it optional".
  [
    /^(?:get rid of|remove|delete|drop|take out) (the [\p{L} ]+?)[.,;]+ (?:(?:no|oh|ah|sorry|hm+),? )*(?:hang on|wait|hold on|no),? (?:please )?keep it[.,;]+ (?:but |and )?(?:just |only |rather )?make it /iu,
    "make $1 ",
  ],
  // "rename the card... wait i mean add a card number to loans": only the second is meant.
  [
    /^.*?(?:\.{2,}|…|,|;| -)\s*(?:(?:no|oh|sorry|ah|hm+)[,. ]+)*(?:wait,? (?:no,? )?)?(?:i mean|i meant|correction)[,:]?\s+(?=(?:add|remove|rename|make|show|hide|sort|put|delete|call|set|change|colou?r)\b)/iu,
    "",
  ],
  // "green look, font nunito": the colour is none of the letters.
  [/,\s*(?:and )?(?=(?:use )?(?:the |a )?font (?!colou?r|size|is\b|should\b|must\b)[a-z]+)/gi, ". "],
  // "scents: lavender, lemon, rose. multiple possible".
  [
    /^(?:the )?([\p{L} ]{2,30}): ([^.;:()]+,[^.;:()]+)[.;,]+ (?:multiple|several|more than one)(?: of them| ones| choices)? (?:is |are )?(?:possible|allowed|ok|okay|can be (?:chosen|picked|ticked|selected))(?=\s*[.!]?$)/iu,
    "make $1 a multi select with $2",
  ],
  // "pilot must be from the list of pilots (make that table with name, licence)".
  [
    /^(?:the )?([\p{L} ]+?) (?:must|should|has to) (?:only )?(?:be|come|be picked|be chosen) from (?:the|a|our) list of ([\p{L} ]+?) \((?:please )?(?:make|create|add) (?:that|this|it|a|the|such a)(?: (?:table|list))? ?(?:with|:|of) ([^()]+)\)/iu,
    "add a table for $2 with $3. $1 must be picked from the list of $2",
  ],
  // "remove the excuse... actually keep it but optional".
  [
    /^(?:get rid of|remove|delete|drop|take out) (the [\p{L} ]+?)[.,;…]+ (?:(?:no|oh|ah|sorry|hm+|actually|wait|hang on|hold on|well|rather)[,.…]* )+(?:please )?keep it[.,;]*(?: but| and| only| just| make it| rather)* (?=optional|required|hidden|mandatory)/iu,
    "make $1 ",
  ],
  // "put the left and the right eye in the order, two numbers".
  [
    /^(?:put|add) (?:the |an? )?(\p{L}+) and (?:the |an? )?(\p{L}+) (\p{L}+) (?:in|to|on|into) (?:the |each |every )?(\p{L}+), (?:two|both) (number|date|text|checkbox|photo|file)(?:e?s)?$/iu,
    "add $1 $3 ($5) and $2 $3 ($5) to $4",
  ],
  // 'change course: no "starter", say "appetizer"'.
  [
    new RegExp(
      `\\b(?:change|in) (?:the )?[\\p{L} ]+: (?:no|not) (${quoted}),? (?:but |please )?(?:say|use|write|rather|but|it is) (${quoted})`,
      "giu",
    ),
    "rename $1 to $2",
  ],
  // "residents are private. Staff with admin rights only".
  [
    /(^|[.!]\s+)(?:the )?(\p{L}[\p{L} ]*?) (?:is|are) private[.,;:]\s*(?:for )?(?:only )?(?:(?:staff|people|users|those|team members|colleagues) with admin (?:rights|access|role)|admins?)(?: only)?(?=\s*(?:[.!]|$))/giu,
    "$1only admins can view and edit $2",
  ],
  // "who was at training? Attendance with …": what is asked is the reason.
  [/^(?:who|which|what|when|where) [^?.!,]+\? (?=(?:an? )?\p{L}+ (?:with|:) .+,)/iu, "add a table for "],
  [/\bthere or not\b/gi, "present (yes/no)"],
  // "therapists may add and change treatments but not delete them": what they may not, only admins may.
  [
    /(^|[.!]\s+)(?:the )?[\p{L} -]+? (?:can|may|should be able to|are allowed to) (?:(?:add|create|enter|see|view)(?:,| and)* )*(?:edit|change|update) (?:the |all )?([\p{L} ]+?),? but (?:can |may |must )?(?:not|never|cannot|can't) (?:be able to )?(?:delete|remove) (?:them|those|any|it)(?=\s*(?:[.!]|$))/giu,
    "$1only admins can delete $2",
  ],
  // "add an optional email to Customer (unique)".
  [
    /\badd (?:an? )?(?:optional )?([\p{L}_ ]+?) to (?:the )?([\p{L}]+) \(unique\)/giu,
    "add $1 to $2, the $1 of $2 must be unique",
  ],
  // "Default email, NOT NULL.": of the field that the sentence before added.
  [/(^|[.!]\s+)default (\w+),? not null(?=\s*(?:[.!]|$))/giu, "$1It is required. It is $2 by default"],
  // "add Test.unit as enum mg, g, percent".
  [
    /\badd (\p{Lu}\p{L}*)\.([\p{L}_]+) as (?:an? )?(?:enum|select|drop-?down)(?: of| with|:)? ([^.;()]+)/gu,
    "add $2 ($3) to $1",
  ],
  // "a customer's phone is fine but we call it mobile".
  [
    /(^|[.!]\s+)(?:an? |the |our )?([\p{L}' ]+?) (?:is|are) (?:fine|ok|okay|good|right|correct),? (?:but|only|just) (?:we|i|people|they|everybody) (?:here )?(?:always |all |usually )?call (?:it|them) ([^.,;!]+)/giu,
    "$1rename $2 to $3",
  ],
  // "give us a few made up films, 8 say".
  [/\b(?:a few|some|several) ([^.;!?]*?),? (\d+),? (?:say|let's say|for example|or so)(?=\s*(?:[.!]|$))/giu, "$2 $1"],
  // "let them rate a film, 1 to 5 stars, with a sentence or two".
  [
    /(?:^|(?<=[.!?]\s+))(?:let|allow) (?:them|people|visitors|guests|members|customers|users|everyone|everybody|us) (?:to )?(?:rate|review|(?:write|leave) reviews (?:for|of|on|about)) (?:an? |the |our |every |each )?(\p{L}+)(?:,? (?:with |from )?(?:1|one) to (?:5|five) stars)?(?:,? (?:with|and) (?:an? )?(?:sentence|text|comment|few words|words)[^.;!]*)?(?=\s*(?:[.!]|$))/giu,
    "the $1 have reviews: rating (1 to 5 stars), comment",
  ],
  // "which insurer? we only work with four: AOK, TK. let me pick instead of type".
  [
    /^(?:which|what) ([\p{L} ]{2,30})\? [^:?.!]*: ?([^:?.!]+,[^:?.!]+)[.!;,]+ (?:please )?(?:(?:let|allow) (?:me|us|people|them|everybody) (?:to )?|(?:i|we) (?:want|would like|like|need) to )?(?:only |just )?(?:pick|choose|select)\b[^.!?]*/iu,
    "make $1 a dropdown: $2",
  ],
  // "if I don't type how many persons it's 2".
  [
    /(?:^|(?<=[.!]\s+))if (?:i|we|you|one|people|nobody|nothing|somebody|someone) (?:(?:don'?t|do not|doesn'?t|does not) (?:type|enter|say|write|fill in)|(?:types|enters|says) (?:nothing|anything)|is (?:typed|entered))(?: in)? (?:how many |the number of |the )?([\p{L} ]+?),? (?:then )?(?:it'?s|it is|it should be|take|put|use) (-?\d+(?:[.,]\d+)?)(?=\s*(?:[.!;,]|$))/iu,
    "$1 is $2 by default",
  ],
  // "let anybody see the products but not the deliveries": the others are for those who are signed in.
  [
    /(?:^|(?<=[.!]\s+))(?:let |allow )?(?:anybody|anyone|everybody|everyone|visitors|strangers|the public|guests)(?: (?:can|may|should|to))* ((?:see|view|read|browse|look at) (?:the |all |our )?[\p{L} ]+?),? but (?:not|never) (?!(?:to )?(?:change|edit|add|create|delete|remove|write|touch|alter|modify|update|enter|save)\b)(?:the |our )?([\p{L} ]+?)(?=\s*(?:[.!;]|$))/giu,
    "visitors can $1. Only logged in users can see $2",
  ],
  // "workers! name, phone".
  [/^(\p{L}+s)!+ (?=[\p{L} ]+, )/iu, "$1: "],
  [
    /\b((?:add|enter|create|insert) (?:these|those|the following) [a-z]+): (?=\p{Lu})[^.;!?]+/giu,
    "$1 with values of their own",
  ],
  // "… are all needed, don't let anybody save without": said twice, and no right.
  [
    /[,;.]?\s*(?:and )?(?:don'?t|do not|never) let (?:anybody|anyone|people|them|somebody|someone|us) (?:save|submit|send|add|continue|go on)(?: (?:it|one|anything))? without(?: (?:it|them|that|those|these|any))?(?=\s*(?:[.!;]|$))/gi,
    "",
  ],
  // "Only two left? Then make it orange": of those rows, and not of the app.
  [/^([^.?!]+)\? then ((?:make|colou?r|mark|show|turn) (?:it|them|those)\b[^.,;!]*?)(?= so |[.,;!]|$)/i, "$2 if $1"],
  // "give those a calendar - i mean the wheels, by stored on".
  [
    /\b(?:those|these|them|it|that)\b([^.;?!]*?)\s*(?:[,(]|\s[-–])\s*(?:i mean|i meant|meaning|that is|i\.e\.) (the [a-z]+)\b[,)]?/gi,
    "$2$1",
  ],
  // "condition isn't free text. Pick from new, good, shabby".
  [
    /\b([\p{L} ]+?) (?:isn'?t|is not|is no|should not be|shouldn'?t be) (?:a )?(?:free )?text(?: field)?[.,;:] ?(?:it'?s )?(?:please )?(?:pick|choose|select|choice)(?: it)?(?: (?:from|between|among|out of|one of|of))+:? /giu,
    "make $1 a dropdown with ",
  ],
  // 'Rename the value "doing" to "in progress" and append "blocked"'.
  [
    new RegExp(
      `\\b((?:rename|change) (?:the )?([a-z]+) (?:values?|options?|choices?)? ?${quoted} (?:to|into) ${quoted}),? (?:and|then) (?:append|add|also add) (${quoted})`,
      "gi",
    ),
    "$1. Add $3 to the $2 options",
  ],
  [new RegExp(`\\b([\\p{L} ]+?) becomes? (${quoted})(?=\\s*(?:[.,;]|$))`, "giu"), "rename $1 to $2"],
  [
    /^(?:add |create )?(?:a )?new (?:entity|model|collection|resource|table) ([\w-]+) with (?:(?:an? )?(?:FK|foreign key) to (?:the )?)?(?=.+,)/i,
    "add a table for $1 with ",
  ],
  // "add three athletes: Pia Kern (kids), Tom Wolf (youth)".
  [
    new RegExp(
      `\\b((?:add|enter|create|insert) (?:\\d+|${Object.keys(counts).join("|")}) [a-z]+): (?=\\p{Lu}\\p{Ll}+ \\p{Lu})[^.;!?]+`,
      "giu",
    ),
    "$1 with values of their own",
  ],
  [/\bseed (\d+) ([a-z]+) and (\d+) (?=[a-z]+\s*(?:[.!]|$))/gi, "add $1 sample $2. Add $3 sample "],
  [/\bseed (\d+) (?=[a-z]+\s*(?:[.!]|$))/gi, "add $1 sample "],
];

/** A change in plain words, as far as its clauses do not tell: before it is taken apart. */
export const plainMessage = (said: string): string =>
  plainly.reduce((text, [pattern, plain]) => text.replace(pattern, plain), said);
