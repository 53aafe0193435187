import "server-only";
import { uniqueWordings } from "../../../lexicon/unique-words";
import { amountWordings } from "./amount-wordings";
import { everydayWordings } from "./everyday-wordings";
import { hurriedWordings } from "./hurried-wordings";
import { softwareWordings } from "./software-wordings";
import { spokenWordings } from "./spoken-wordings";
import { toldWordings } from "./told-wordings";

export type Wording = [pattern: RegExp, plain: string | ((said: string) => string)];

/** Ways in which busy people put a request, and the plain one. Only whole turns of phrase: what a word means is for the rules. */
export const wordings: Wording[] = [
  ...softwareWordings,
  ...toldWordings,
  ...spokenWordings,
  // "we sell drinks now so i need sales: …".
  [
    /^(?:we|i|they|our|my|people|the \w+) [^,.:;]{3,70}?,? so (?=(?:i|we) (?:also |now )?(?:need|want|would like)\b)/i,
    "",
  ],
  // "for each thesis I need: a file …", "every dog gets also: …".
  [
    /^(?:for|in|on|to) (?:each|every|all|the) ([\w-]+(?: [\w-]+)?),? (?:(?:i|we) (?:also )?(?:need|want|would like)|please(?: also| add)?|also|add)(?: the following| these(?: fields)?)?:? (?=.*\w)(.+)$/i,
    "add $2 to $1",
  ],
  [
    /^(?:enter|note(?: down)?|record|store|write down|track|save|put in) (?:the |an? )?([^,:;]+?) (?:for|of|with) (?:each|every|all(?: the)?) ([\w-]+)$/i,
    "add $1 to $2",
  ],
  [
    /^(?:the )?new name(?: of (?:the|this|our) app| for (?:the|this|our) app)?(?: is| should be| will be)?\s*[:=]?\s+(?=["\p{Lu}])/iu,
    "call the app ",
  ],
  [
    /^(?:the|my|our) (?:first|start|home|landing|front) page (?:should|must|has to|shall) be (?:the |an? )?((?:[\w ]+ )?(?:board|calendar|gallery)(?: (?:of|with) [\w ]+)?)$/i,
    "add a $1",
  ],
  // "in the list of pets i only want name and owner".
  [
    /^(?:in|on) the (?:list of (?:the )?([\w ]+)|([\w ]+) (?:list|table|page)),? (?:i|we) (?:only|just) (?:want|need)(?: to (?:see|have))? (.+)$/i,
    "only $3 in the $1$2 list",
  ],
  [/^((?:call|rename|name) .+?) (?:everywhere|all over|in the whole app)$/i, "$1"],
  // "bio is optional, email isn't".
  [
    /^(.+?) (?:is|are) (?:optional|voluntary|not required),? (?:but |and )?(?:the )?([\w ]+?) (?:isn't|isnt|is not|not)$/i,
    "$1 is optional and $2 is required",
  ],
  // "we need attendance: who was at which rehearsal".
  [/^(?:(?:i|we) (?:also )?(?:need|want)|add) (?:an? )?attendances?(?: list| sheet)?:? (?=who )/i, ""],
  // "genre: plus horror and short".
  [/^(?:the )?([\w ]{2,30}): (?:plus|and also|also|additionally) (?!.*:)/i, "$1: add "],
  [/^(?:there (?:should|must|has to|needs to) be|there should also be) /i, "add "],
  [/\b(can|should|must|may) then\b/i, "$1"],
  // "in the menu it should say Reservations and not Bookings".
  [
    /^(?:in the (?:menu|lists?|forms?|titles?|header),? )?(?:it|this|that|there) (?:should|must|ought to) (?:say|be called|read|be) ("[^"]+"|[\w -]+?),? (?:and not|not|instead of|rather than) ("[^"]+"|[\w -]+)$/i,
    "rename $2 to $1",
  ],
  // "maker is the right word instead of artist".
  [
    /^("[^"]+"|[\p{L} -]+?) (?:is|would be) the (?:right|correct|proper|better|usual) (?:word|name|term)(?: here)? (?:instead of|rather than|for|and not|not) ("[^"]+"|[\w -]+)$/iu,
    "rename $2 to $1",
  ],
  // "new field format with A6, A5, A4": the options of one field.
  [
    /\b(field|dropdown) (?:for |called |named )?([\w-]+(?: [\w-]+)?) with (?=[\w+-]+(?: [\w+-]+)?,[^:()]+$)/i,
    "$1 $2: ",
  ],
  // "we don't sell dairy any more, take it out of the categories".
  [
    /^(?:we|i) (?:don't|dont|do not|no longer|stopped) (?:\w+) ([\w -]+?)(?:\s+any ?more)?,? (?:so |and )?(?:please )?(?:take|remove|delete|kick|throw|drop|get) (?:it|them|that|this) (?:out of|out from|off|from) (?:the )?(.+)$/i,
    "remove $1 from $2",
  ],
  // "add for the guests the passport number".
  [
    /^(add|give|include|put) (?:for|to|on|in) (the |all |our |every |each )?([\w-]+) (?=(?:the|an?|their|some) )(?:the |an? |their |some )([^,]+)(.*)$/i,
    "$1 $4 to $2$3$5",
  ],
  // "the plan plus is called premium now".
  [
    /^(?:the |our )?(?!app |the |our |page |table )(\w+) "?([\w-]+)"? (?:is|are) (?:now )?(?:called|named) ("[^"]+"|[\w -]+?)(?: now)?$/i,
    "rename $2 of $1 to $3",
  ],
  [
    /^(?:the |our )?(?!app )("[^"]+"|[\w-]+) (?:is|are) (?:now )?(?:called|named) ("[^"]+"|[\w -]+?)(?: now)?$/i,
    "rename $1 to $2",
  ],
  // "the phone of the owners, call it mobile".
  [/^(?:and )?(the [\w ]+?),? call it ("?[\w -]+"?)$/i, "rename $1 to $2"],
  // "take the guides page out".
  [/^(?:take|throw|kick|leave) (the [\w ]+?) (?:out|away|off)$/i, "remove $1"],
  [/\btick[- ]?box(?:es)?\b/gi, "checkbox"],
  [
    /^(?:make|use|set|take|put) (?:the )?([\w ]+?)(?<! (?:on|in|to|onto))(?: page)? (?:as |be )?(?:the|my|our) (?:first|start|home|main|landing|front) page$/i,
    "move the $1 page to the front",
  ],
  [
    /^(.+?) ((?:can|may|must|should)(?: not|not|n't)?(?: never)?|never) be (empty|blank|missing) (?:or|and|nor) (negative)$/i,
    "$1 $2 be $3, $1 $2 be $4",
  ],
  [/\b(?:check)?box (?=(?:un)?(?:ticked|checked)\b)/i, ""],
  // "link damages to the member who reported it": whoever that is, it is a member.
  [/^(link|connect|tie) ([\w ]+?) (to|with) ([\w ]+?) who [\w ]+$/i, "$1 $2 $3 $4"],
  // "i don't want anyone but me to see the fees", "the total must only be seen by admins".
  [
    /^(?:i|we) (?:don't|dont|do not) want (?:anyone|anybody|any ?one|people|others) (?:but|except|other than|besides) (.+?) to (?:be able to )?(see|view|read|edit|change|add|delete) (.+)$/i,
    "only $1 can $2 $3",
  ],
  // "nurses shouldn't see each other's swaps", "nor the swaps of others".
  [
    /\b(?:(?:can|may|must|should|shall) ?(?:not|n't|nt)|cannot|cant) (?:be able to )?(see|view|read|edit|change|delete) (?:each ?others?'?s?|one another'?s|others'|other people'?s|other \w+s') ([\w ]+)$/i,
    "can only $1 their own $2",
  ],
  // "call scenes "Szenen" and crew "Team"".
  [/^call ([\w ]+?) ("[^"]+") and ([\w ]+?) ("[^"]+")$/i, "rename $1 to $2, rename $3 to $4"],
  // "scenes per status and equipment per category, both as pie charts".
  [
    /^((?:.+?) (?:per|by) (?:.+?)),? and (.+? (?:per|by) .+?),? (?:both |each )?(as (?:an? )?(?:\w+ )?(?:charts?|graphs?|diagrams?|pies?|bars?|lines?))$/i,
    "$1 $3, $2 $3",
  ],
  // "unit: kg, piece, bunch - as a drop down".
  [
    /^([\w ]+?): ([^:]+?)(?: -| –|,)? as an? (?:drop-? ?down|select|selection|choice)(?: list)?$/i,
    "make $1 a dropdown: $2",
  ],
  // "a field microchip, text".
  [/\b(field [\w-]+(?: [\w-]+)?), (?:as |an? )*(text|long text|number|date|checkbox|yes\/no)$/i, "$1 ($2)"],
  // "only directors and admins may see it": admins may whatever a role may.
  [
    /\bonly (?:the )?((?!.*\b(?:creator|author|who|own|person)\b)[\w ]+?) (?:and|or) (?:the )?(?:admins?|administrators?|management|i|me)\b(?= (?:can|may|should|must|shall)\b)/i,
    "only $1",
  ],
  // "only admins delete shifts".
  [
    /^only ((?:(?!\b(?:can|may|must|should|shall|could|be|to|the)\b)[\w ]){1,30}?) (see|view|read|edit|change|add|delete|update)(?:s|es)? (?=[\w ]+$)/i,
    "only $1 can $2 ",
  ],
  [/^(.+?) (?:must|should|may|can|shall) only be (?:seen|viewed|read) by (?:the )?(.+)$/i, "only $2 can see $1"],
  [
    /^(.+?) (?:must|should|may|can|shall) only be (?:changed|edited|set|entered|altered) by (?:the )?(.+)$/i,
    "only $2 can edit $1",
  ],
  // "hide the fee from everybody but admins", "the phone is hidden from members".
  [/^(.+?) (?:is|are|should be|must be|has to be|stays?) hidden (?:from|for) (.+)$/i, "hide $1 from $2"],
  [
    /^hide (.+?) (?:from|for) (?:everybody|everyone|all|others|people|anybody|anyone) (?:but|except|other than) (?:the )?(.+)$/i,
    "only $2 can see $1",
  ],
  [
    /^hide (.+?) (?:from|for) (?:the |all |our |my )?(?:everybody|everyone|others|members|users|visitors|staff|team|guests|strangers)$/i,
    "only admins can see $1",
  ],
  // "change the word pieces to works everywhere".
  [
    /^(?:change|replace|swap) the (?:word|name|term|label) ("[^"]+"|[\w -]+?) (?:to|into|by|with|for) ("[^"]+"|[\w -]+?)(?: everywhere.*| in (?:the )?whole app| overall)?$/i,
    "rename $1 to $2",
  ],
  // "the phone isn't mandatory, but the district is".
  [
    /^(.+?) (?:isn't|isnt|is not|needn't be|need not be|doesn't have to be|don't need to be) (?:required|mandatory|compulsory|a must|obligatory),? but (.+?) (?:is|must be|has to be)(?: required| mandatory)?$/i,
    "$1 is optional and $2 is required",
  ],
  [
    /^(.+?) (?:is|are|must be) (?:required|mandatory|compulsory|a must|obligatory)( (?:for|in|of|on) [\w ]+?)?,? (?:but |and |(?<=,\s))(?:the )?([\w ]+?) (?:isn't|isnt|is not|not)(?: required| mandatory| needed)?$/i,
    "$1 is required$2 and $3 is optional",
  ],
  // "no more phone for families", "no phone for families any more".
  [/^no more (?!than\b)([\w]+(?: [\w]+)?)(?: please)?$/i, "remove the $1"],
  [/^(?:throw|kick|take) ([\w ]+?) out of (?:the |our )?([\w ]+?)(?=,|$)/i, "remove $1 from $2"],
  // "trainers don't need a phone, but a birthday".
  [
    /^(?:the |our )?([\w-]+s) (?:don't|dont|do not) need (?:an? |the )?([\w ]+?),? but (?:an? |their )([\w ]+)$/i,
    "remove $2 from $1, add $3 to $1",
  ],
  [/^no more ([\w ]+?) (?:for|in|on|at|of|with) (?:the |our )?([\w ]+)$/i, "remove $1 from $2"],
  [/^no ([\w ]+?) (?:for|in|on|at|of|with) (?:the |our )?([\w ]+?) (?:any ?more|any longer)$/i, "remove $1 from $2"],
  // "every family needs a phone, make that one required".
  [/^(.+?)(?:,| and)? make (?:that one|that|it) (?:required|mandatory)$/i, "$1, required"],
  [/\bthere own\b/i, "their own"],
  [
    /(\btheir own [\w]+) and not (?:the ones? (?:from|of) |those of |that of )?(?:the )?other\w*(?: people| ones| members| users)?$/i,
    "$1",
  ],
  // "every exhibit needs an inventory number, unique".
  [/^(.*\b(?:needs?|have|has|gets?) (?:also )?(?:an?|the) [\w -]+?), (unique)$/i, "$1 and it has to be $2"],
  [
    /\b(?:is|are) (?:not|never) allowed to be (?:empty|blank)\b|\b(?:can't|cannot|cant|may not|mustn't|must not|shouldn't) (?:be|stay|be left|remain) (?:empty|blank)\b/i,
    "must be filled in",
  ],
  [
    /\b(?:people|users|visitors|anyone|everybody|those) (?:who|that) (?:are(?: not|n't|nt)|is(?: not|n't|nt)) (?:logged|signed) in\b/i,
    "visitors without an account",
  ],
  // "members get basic as plan".
  [
    /^(?:all |every |an? )?new ([\w ]+?) (?:get|have|are given|receive) (?:the )?("?[\w -]{2,25}?"?) as (?:their |the )?[\w ]+$/i,
    "new $1 start as $2",
  ],
  [/^(?:make sure|ensure|see to it|take care)(?: that)? /i, ""],
  [
    /^(?:make it (?:possible|easy)(?: for (?:me|us|people|users))? to|allow (?:me|us) to|(?:i|we) (?:want|need|would like|should be able) to be able to|(?:i|we) (?:should|must) be able to|let (?:me|us)) (?=(?:assign|comment|add|create|group|attach|upload|track)\b)/i,
    "",
  ],
  [/^instead of ([^"].*?),? (?:say|use|write|call it|put) ([^"].*)$/i, "rename $1 to $2"],
  [
    /^instead of ([^",]+?),? (?:it |they |this )?(?:should|must|has to|have to|shall) (?:be (?:called|named)|say|read) (.+)$/i,
    "rename $1 to $2",
  ],
  [/^((?:i|we) (?:also )?(?:need|want) (?:[\w-]+ )?[\w-]+s), with /i, "$1 with "],
  [/^instead,? (?=(?:add|use|give|put|show)\b)/i, ""],
  [
    /^let (?:me|us) (?:also )?(?:write|enter|note|type|put)(?: in| down)? (?!several|more|many|multiple)(?:the |an? )?/i,
    "add a ",
  ],
  // "nobody except admins should edit" → "only admins can edit".
  [/\b(?:nobody|no one|no-one|none) (?:except|but|other than|besides|apart from) (?:for )?/i, "only "],
  [
    /\b(only [\w ]{2,30}?) should (?:be able to )?(?=(?:see|view|read|edit|change|add|create|delete|update|write|manage|set)\b)/i,
    "$1 can ",
  ],
  [/^(?:oh,? |ah,? |ps:? )?(?:i|we) (?:just )?forgot\s*[:,]\s*/i, ""],
  [/^(?:let|allow) (?:people|users|us|me|everyone|visitors|them) (?:to )?(?=(?:filter|sort|group|search)\b)/i, ""],
  [/^(?:is|are|was|were) (?:the|an?|our) ([\w]+) (?:already )?([\w-]+)(?: yet)? or not$/i, "add a $2 checkbox to $1"],
  [
    /^(?:the |our )?(?:title|name) of (?:the|my|our|this) (?:app|application|site|tool)(?: is| should be)?\s*[:=]\s*(.+)$/i,
    "call the app $1",
  ],
  [
    /^(?:please )?(?:add |make |create |i want |we need |we want )?(?:an? )?(?:new )?(?:text |plain |info(?:rmation)? )?page (?:called |named |titled )?("[^"]+"),? (?:that says|which says|saying|with the text|with text|with the words|reading|:)\s*:?\s*(.+)$/i,
    "add a page called $1 that says $2",
  ],
  [
    /^(?:all |every |an? )?new ([\w ]+?) (?:are|is|should be|must be|shall be) (?:always |initially |first )?(?!sorted|shown|marked|added)("?[\w -]{2,25}"?)$/i,
    "new $1 start as $2",
  ],
  [
    /\b(?:everybody|everyone|all people|all members|anyone|anybody) (?:in|on|of|from) (?:the|our|my) (?:whole )?(?:team|company|club|group|office|family|staff)\b(?= (?:can|may|should|must|is|are)\b)/i,
    "logged in users",
  ],
  [/^(?:the|our|my) (?:whole |entire )?team(?: members)?\b(?= (?:can|may|should be able)\b)/i, "logged in users"],
  // "note the source of a contact: website, referral".
  [
    /^(?:note|record|store|track|keep|capture|log|write down|remember|know) (?:down )?(the|an?|whether|how|who|when|where) (?=[\w ]+ (?:of|for) )/i,
    "add $1 ",
  ],
  // "the dashboard should show how much each member paid".
  [
    /^.*\bhow much (?:each|every) ([\w-]+)(?: has| have)? (?:\w+ed|paid|spent|owes?|earns?|brings?|brought|costs?|made|sold|pays|spends)(?: us| in)?$/i,
    "show the total per $1",
  ],
  // "nobody can save a deal without an amount".
  [
    /^(?:make sure |ensure )?(?:that )?(?:nobody|no ?one|people|users|you) (?:can|may|should|must|cannot|can't|must not)(?: not| be able to)? (?:save|add|create|enter|submit) (?:an? |new )*([\w ]+?) without (?:an? |the )?(.+)$/i,
    "$2 of $1 is required",
  ],
  ...amountWordings,
  ...hurriedWordings,
  ...everydayWordings,
  ...uniqueWordings,
  [
    /^make "?([\w -]{2,24}?)"? (?:one of the|an?|another) (?:new |possible )?(status(?:es)?|stages?)(?: (?:of|for) (?:the )?(.+))?$/i,
    'add "$1" to the $2',
  ],
  // Tables, links and people.
  [/^(?:add|create|make|need) tables (?:for|called|named|of) /i, "track "],
  [/^(?:a )?new table\s*(?:for|:|-|called|named)?\s*(\w.+)$/i, "add a table for $1"],
  [
    /^(?:add|create|make|need|want|(?:i|we) (?:also )?(?:need|want)) an? (?:[\w-]+ ){1,3}(?:with|for|of) ((?:\w+ ){1,2}\(.+\))$/i,
    "add a table for $1",
  ],
  [
    /^assign (?:the |each |every |all )?([\w ]+?) to (?:an? |the |my |our |different )?(?:people|persons?|someone|somebody|users?|team ?(?:members?|mates?)|others|colleagues?)$/i,
    "add an assignee to $1",
  ],
  [/^(?:add|leave) comments (?:on|to) (?:the |each |every |an? )?([\w ]+)$/i, "each $1 has many comments"],
  [/^allow (?:people |users )?(?:to )?(?:upload|attach|add|enter)(?:ing)? (.+?) (?:to|for|on) (.+)$/i, "add $1 to $2"],
  [/(?<!\brid )\b(to|in|on|for|of|from) the ([\w ]+?) table$/i, "$1 the $2"],
  // Dropdowns.
  [
    / (?:should|must|needs? to) (?:be|become) (?:an? )?(?:status|state|choice|selection|list)(?: field)?(?:\s*:| with| of| from| between) (?=.*[,/])/i,
    " should be a dropdown with ",
  ],
  [
    /^(?:let|allow) (?:people|users|me|us) (?:to )?(?:choose|pick|select) (?:the |a )?(.+?) (?:from|out of|between|among) (.+)$/i,
    "$1 should be one of $2",
  ],
  // Names of pages.
  [/^title (the .+? page) (.+)$/i, "rename $1 to $2"],
  [
    /^(?:change|set|update) the (?:name|title|heading|header) of (the .+? page) (?:to|into|as) (.+)$/i,
    "rename $1 to $2",
  ],
  [/^(?:change|set|update) (the .+? page)(?:'s)? (?:name|title|heading) (?:to|into|as) (.+)$/i, "rename $1 to $2"],
  [
    /\b(menu|nav\w*|top bar)\b(.*?),? (?:instead of|rather than|and not|not) (?:at |on )?(?:the )?(?:side|left)\w*(?: side| menu| bar)*$/i,
    "$1$2",
  ],
];
