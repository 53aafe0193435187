import "server-only";
import type { Wording } from "./wordings";

const choose = "choose|pick|select|take";
const notNeeded = "(?:doesn't|doesnt|does not|don't|dont|do not|needn't|neednt|need not)";

/** Ways in which people write in a hurry, and the plain one. */
export const hurriedWordings: Wording[] = [
  // "where it says customer it should say guest".
  [
    /^(?:every|any)?where(?:ver)? (?:it|the app) (?:says|reads) ("[^"]+"|[\p{L} ]+?),? (?:it )?(?:should|must|has to|shall) (?:say|read|be|show) ("[^"]+"|[\p{L} ]+)$/iu,
    "rename $1 to $2",
  ],
  // "after ready we need "customer informed"".
  [
    /^((?:after|before|behind|between) (?:"[^"]+"|[\p{L}\d ]+?)),? (?:(?:we|i) (?:also )?(?:need|want)|comes?|goes|there (?:should|must) be|add|put) (?:an? |the )?("[^"]+"|[\p{L}\d -]+)$/iu,
    "add $2 $1",
  ],
  // "cost can stay empty, promised for not".
  [
    /^(?:the )?(.+?) (?:can|may) (?:stay|be|remain|be left) empty,? (?:but |and )?(?:the )?([\p{L} ]+?) (?:(?:must|can|may|should) )?not$/iu,
    "$1 is optional and $2 is required",
  ],
  // "who's mechanic: Ben, Aylin, Joe".
  [/^(?:who(?:'s| is)|what(?:'s| is)|which) (?:the )?([\p{L} ]{2,30}): (?=[^:?]+,)/iu, "$1: "],
  // "parents register their kids for camps themselves": what people do, they may.
  [
    /^(?:the |all )?([\p{L} ]+?) (register|book|sign up|apply|order|reserve|enter|submit)s?(?: (?:their|his|her) [\p{L}]+)? ((?:for )?[\p{L} ]+?) (?:themselves|by themselves|on their own|himself|herself)$/iu,
    "$1 can $2 $3",
  ],
  // "teachers page public with photo".
  [
    /^(?:the |make the )?([\p{L} ]+?) page (?:should be |must be |is )?(?:public|open to everyone|for everyone)(?: with .*)?$/iu,
    "visitors can see $1",
  ],
  // "theme optional date required".
  [
    /^(?:the )?([\p{L} ]{2,25}?) optional,? (?:and |but )?(?:the )?([\p{L} ]{2,25}?) (?:required|mandatory)$/iu,
    "$1 is optional, $2 is required",
  ],
  [
    /^(?:the )?([\p{L} ]{2,25}?) (?:required|mandatory),? (?:and |but )?(?:the )?([\p{L} ]{2,25}?) optional$/iu,
    "$1 is required, $2 is optional",
  ],
  // "athletes' weight only visible for coaches".
  [/^(?:the )?([\p{L}]+)s' ([\p{L} ]+?) (?=(?:only|is|must|should|can|may)\b)/iu, "$2 of $1s "],
  // "shapes as dropdown plate bowl mug tile".
  [
    /^((?:make |the )?[\p{L} ]{2,30} (?:as |to |into )?(?:an? )?drop-?down):? (?!with\b|from\b|of\b|please\b)((?:[\p{L}\d-]+ ){2,}[\p{L}\d-]+)$/iu,
    (said: string) =>
      said.replace(
        /^(.*?drop-?down):? (.+)$/iu,
        (_, head: string, list: string) => `make ${head.replace(/^make /i, "")}: ${list.split(" ").join(", ")}`,
      ),
  ],
  // "grams per bird as line".
  [/^([\p{L} ]+ per [\p{L} ]+?) as (?:an? )?(line|bars?|columns?|pie|donut)$/iu, "$1 as a $2 chart"],
  // "customers can see just their jobs".
  [
    /\b(can|may|should) (see|view|read|edit|change|delete) (?:just|only) their (?!own\b)(?=\p{L})/iu,
    "$1 only $2 their own ",
  ],
  // "species -> kind of bird": the whole of it is the new name.
  [/^(?:the )?([\p{L} ]+?) ?(?:->|=>|→) ?([\p{L}]+ of [\p{L} ]+)$/iu, 'rename $1 to "$2"'],
  // "board for gigs by status".
  [/^((?:(?:please )?(?:add|show|make) )?(?:an? )?(?:kanban )?board) for (?=(?:the |all )?\p{L})/iu, "$1 of "],
  // "pilot must be from the list of pilots".
  [
    /^(?:the )?([\p{L} ]+?) (?:must|should|has to) (?:only )?(?:be|come) from (?:the|a|our) list of /iu,
    "$1 must be picked from the list of ",
  ],
  // "nr is wrong, should be called number".
  [
    /^(?:the )?("[^"]+"|[\p{L} ]+?) is (?:wrong|not right|misleading|confusing),? (?:and |so )?(?:it )?(?:should|must) be (?:called )?("[^"]+"|[\p{L} ]+)$/iu,
    "rename $1 to $2",
  ],
  // "capacity required max 20".
  [
    /^(?:the )?([\p{L} ]{2,30}?):? (?:is )?(?:required|mandatory),? (?:and )?(?:max|at most|maximum)(?: of)? (\d+)$/iu,
    "$1 is required, $1 must be at most $2",
  ],
  [
    /^(?:the )?([\p{L} ]{2,30}?):? (?:is )?(?:required|mandatory),? (?:and )?(?:min|at least|minimum)(?: of)? (\d+)$/iu,
    "$1 is required, $1 must be at least $2",
  ],
  // "check in time default now".
  [/^(?:the )?([\p{L} -]{2,30}?):? (?:has |with )?default(?:s to| is|:)? (?:now|today)$/iu, "$1 is today by default"],
  // "a delivery note as pdf": a file, and no print-out.
  [/\b([\p{L}-]+(?: [\p{L}-]+)?) (?:as|in) (?:an? )?pdf(?: file)?(?=$|,| and )/iu, "$1 (file)"],
  // "humidity between 70 and 100 and its default 85".
  [
    /^(?:the )?([\p{L} ]+?):? (?:must be |is |should be )?between (-?\d+) and (-?\d+),? (?:and )?(?:its |the )?default (?:is |of |= ?)?(-?[\d.]+)$/iu,
    "$1 must be from $2 to $3, $1 is $4 by default",
  ],
  // "vehicle: none/bike/car, none by default".
  [
    /^(?:the )?([\p{L} ]{2,30}): ?(([\p{L}\d -]+)\/(?:[\p{L}\d -]+\/)*[\p{L}\d -]+), (?:default (?:is )?\3|\3 (?:by default|as default|is (?:the )?default))$/iu,
    "make $1 a dropdown: $2",
  ],
  // "email unique and required".
  [
    /^([\p{L} ]{2,30}): (?:the )?([\p{L} ]{2,30}?) (?:is |must be |should be )?(?:unique and (?:required|mandatory)|(?:required|mandatory) and unique)$/iu,
    "$2 of $1 is unique, $2 of $1 is required",
  ],
  [
    /^(?:the )?([\p{L} ]{2,30}?) (?:is |must be |should be )?(?:unique and (?:required|mandatory)|(?:required|mandatory) and unique)$/iu,
    "$1 is unique, $1 is required",
  ],
  // "add kennel number 1 to 12 to stays".
  [
    /^((?:please )?add (?!.*\b(?:rating|stars?)\b)(?:an? |the )?[\p{L} ]{3,30}?) (?:from )?(\d+) (?:to|-|–) (\d+)((?: (?:to|for|on) (?:the |all |each |every )?[\p{L}-]+)?)$/iu,
    "$1 (number)$4, it must be between $2 and $3",
  ],
  // "the menu should say Games instead of matches".
  [
    /^(?:the |in the )?(?:menu|sidebar|navigation) (?:should|must|has to) (?:say|read|show) ("[^"]+"|[\w -]+?),? (?:and not|not|instead of|rather than) ("[^"]+"|[\w -]+)$/i,
    "rename $2 to $1",
  ],

  // "only i should see the hourly rate".
  [/^only (?:i|me|myself) (?:can|may|should|must|shall|want to)(?: be able to)? /i, "only admins can "],
  // "no dark mode please", "turn off the dark mode".
  [
    /^(?:please )?(?:no|not|without|turn off|switch off|disable|remove|get rid of|i don'?t (?:like|want)|we don'?t (?:like|want)) (?:the |a |any )?dark (?:mode|theme|design|look)(?: anymore| any more)?$/i,
    "light mode",
  ],
  // "put a tick for "loan instrument" on students".
  [/\b(an?) tick(?: ?mark)? (?:(?:for|called|named|saying|that says) |(?="))/i, "$1 checkbox "],
  // "… and put a status there instead: open, paid, late".
  [/^((?:put|add|have|use|make) .+?) (?:there|in there|here) instead(?=:|,|$)/i, "$1"],
  // "the word "lessons" should be "classes"".
  [
    /^(?:the )?(?:word|name|term|label) ("[^"]+"|[\p{L} ]+?) (?:should|must|has to) (?:be|read|say|become) ("[^"]+"|[\p{L} ]+)$/iu,
    "rename $1 to $2",
  ],
  // "add a discount to invoices, between 0 and 50".
  [
    /^((?:please )?add (?!.*:).+? (?:to|for) (?:the |all |each |every )?[\w-]+),? (?:and )?(?:(?:it )?(?:must|should|can) be )?((?:between -?\d+ and -?\d+|at (?:least|most) -?\d+|from -?\d+ to -?\d+)\S*)$/i,
    "$1, it must be $2",
  ],
  [
    /^((?:please )?add (?!.*:).+? (?:to|for) (?:the |all |each |every )?[\w-]+),? it must be from (-?\d+) to (-?\d+)$/i,
    "$1, it must be between $2 and $3",
  ],
  // "waiting list for students: name, instrument, since".
  [
    /^(?:(?:please )?(?:add|make|create|set up)|(?:we|i) (?:also )?need) (?:an? |the )?((?:waiting|price|guest|wish|shopping|packing|black|mailing|to-?do) ?list)(?: for (?:the |our )?[\w ]+?)?(?: with|:) (.+)$/i,
    "add a table for $1 entries with $2",
  ],
  [
    /^(?:(?:please )?(?:add|make|create|set up)|(?:we|i) (?:also )?need) (?:an? |the )?(wait(?:ing)? ?list)(?: for (?:the |our )?[\w ]+)?$/i,
    "add a table for $1 entries",
  ],

  // "add a comments box".
  [/\b(comments?|notes?|remarks?|messages?|feedback|memo|description) (?:box|section|area)\b/i, '"$1" field'],
  // "a tick box whether it's been packed".
  [
    /\b(check ?box|tick ?box)(?:es)?(?: field)?(?: for| saying| that says| to say)? (?:whether|if) (?:the )?(?:[\p{L}]+?)(?:'s|’s)?(?: is| has| was| are| have| were| had)?(?: been| already| yet)* ([\p{L}]+)(?: (?:or not|already|yet))?(?= (?:to|for|on|in) |$)/iu,
    "$1 $2",
  ],
  // "please add the following to volunteers: birthday, phone".
  [
    /^(?:please )?(?:add|include|put) (?:the |these )?(?:following|these)(?: (?:fields|columns|things|details|infos?))?,? (?:to|for|on|in) (?:the |all |each |every )?([\w -]+?): (.+)$/i,
    "add $2 to $1",
  ],
  // "make languages a list you can tick".
  [/\ban? list (?:that |which )?(?:you|we|people|they|i|one) can tick(?: off| from)?\b/i, "a list to tick"],
  // "only show phone to admins".
  [/^(?:please )?only show (?:the )?(.+?) to (?:the )?(.+)$/i, "only $2 can see the $1"],
  // "trainer should be a list of trainers, not just text".
  [/,? (?:and )?not (?:just |only |simply |merely )(?:an? |as (?:an? )?)?(?:plain |free )?text(?: field)?$/i, ""],
  // "it's too dark", "everything is too cramped".
  [
    /^(?:it|the app|this|that|everything)(?:'?s| is| looks)? (?:a bit |a little |much |far |way )?too dark$/i,
    "light mode",
  ],
  [
    /^(?:it|the app|this|that|everything)(?:'?s| is| looks)? (?:a bit |a little |much |far |way )?too (?:bright|light)$/i,
    "dark mode",
  ],
  [
    /^(?:it|the app|this|that|everything)(?:'?s| is| looks)? (?:a bit |a little |much |far |way )?too (?:cramped|tight|crowded|dense|narrow|close together)$/i,
    "more space",
  ],
  [
    /^(?:it|the app|this|that|everything)(?:'?s| is| looks)? (?:a bit |a little |much |far |way )?too (?:spacious|loose|airy|far apart|spread out)$/i,
    "less space",
  ],
  // "email shouldn't be required".
  [
    /\b(?:should(?:n'?t| not)|need(?:n'?t| not)|must not|(?:does|do)(?:n'?t| not) (?:have|need) to) be (?:required|mandatory|compulsory|obligatory|filled(?: in| out)?)\b/i,
    "is optional",
  ],
  // "need a chart that shows me orders per day".
  [/\b(chart|graph|diagram) (?:that|which) shows? (?:me |us )?(?:the )?/i, "$1 of "],

  // "I don't need the kind in the list of lessons, only when I open one": hidden there, and not deleted.
  [
    /^(?:i|we|you|they) (?:don't|dont|do not) (?:need|want)(?: to see)? (?:the |their )?(.+?) (?:in|on) (?:the |that |this |our )?(?:list of (?:the )?([\w -]+?)|([\w -]+?) (?:list|table|overview|page))(?:,? (?:only|just|it'?s enough|but) .*)?$/i,
    "hide $1 from the $2$3 list",
  ],
  [
    new RegExp(
      `^(?:the )?([\\w ]+?) ${notNeeded} (?:have to |need to |want to )?(?:be )?(?:seen|shown|visible|displayed|show|appear) (?:in|on) (?:the |that |this )?(?:([\\w -]+?) )?(?:list|overview|page)$`,
      "i",
    ),
    "hide $1 from the $2 list",
  ],
  // "I forgot something with the stoves, the manufacturer and the power in kW".
  [
    /^(?:i|we) (?:just )?forgot (?:something|some things|a few things|two things|sth|a thing) (?:with|for|in|about|on|at) (?:the |our )?([\w -]+?)\s*[,:]\s*(.+?)(?:,? sorry)?$/i,
    "add $2 to $1",
  ],
  // "location of a prop: one should only be able to choose between cellar, attic and workshop".
  [
    new RegExp(
      `^(.+?)[:,]? (?:one|you|people|users|we|they|i) (?:(?:should|must|may|can|want to|need to) )(?:(?:only|just) )?(?:be able to )?(?:only )?(?:${choose})(?: only)? (?:it |one )?(?:between|from|among|out of|one of) (.+)$`,
      "i",
    ),
    "make $1 a dropdown: $2",
  ],
  // "A source language and a target language for each assignment, to be picked out of EN, DE, FR".
  [
    /^(?:add |we need |i need )?(?:an? |the )([\w ]+?) and (?:an? |the )([\w ]+?) (?:for|to|in|on) (?:each |every |the |all )?([\w ]+?), (?:both )?(?:to be )?(?:picked|chosen|selected) (?:out of|from|among|between) (.+)$/i,
    "add $1 ($4) and $2 ($4) to $3",
  ],
  // "add sugar and acid to the batches, both are numbers with decimals".
  [
    /^(add .+?) and (.+?) (to|for|in) ([^,]+), both (?:(?:are|is|as|should be|of them) )*(?:an? )?(number|date|text|checkbox|yes ?\/ ?no|money)(?:e?s)?(?: with decimals| with (?:a )?decimals?)?$/i,
    "$1 ($5) and $2 ($5) $3 $4",
  ],
  // "fitting comes before sewing, not after it".
  [
    /^(?:the )?("[^"]+"|[\w-]+) (?:comes|goes|stands|belongs|should come|must come|should be) (before|after|behind) (?:the )?("[^"]+"|[\w-]+)(?:,? (?:and )?not .*)?$/i,
    "move $1 $2 $3",
  ],
  // "take 'running' out of the states of the jobs".
  [
    /^(?:take|throw|kick|drop|leave) ['"]([\w -]+?)['"] (?:out of|out from|off|from) (?:the )?(.+)$/i,
    'remove "$1" from the $2',
  ],
  // "could "born" be called Date of birth".
  [
    /^(?:could|can|should|may|might) (?:the )?(.+?) (?:please )?be (?:called|named|labelled|renamed(?: to| into)?) (.+?)\??$/i,
    "rename $1 to $2",
  ],
  // "sort students by start (most recent at the top)".
  [
    /^((?:sort|order) .+?) \((?:the )?(newest|latest|most recent|oldest|earliest|highest|lowest|cheapest|biggest|smallest)(?: ones?)? (?:at the top|on top|first)\)/i,
    "$1, $2 first",
  ],
  // "no one else is allowed to change berths": somebody is, and admins always are.
  [
    /^(?:no ?one|nobody|no-one) else (?:can|may|should|must|is allowed to|should be allowed to|should be able to) /i,
    "only admins can ",
  ],
  // "every order needs a delivery address and the name of the recipient".
  [/\bthe name of the (?=(?:recipient|contact|guide|host|driver|owner|author|teacher|customer)\b)/i, "the "],
];
