import "server-only";
import type { Wording } from "./wordings";

/** Turns of phrase of people who type as they speak, and the plain ones. */
export const spokenWordings: Wording[] = [
  // "make bags required but notes not": only the first of them.
  [
    /^(?:make |mark |set )?(?:the )?([\w ]+?) (?:is |are |be |as )?(?:required|mandatory|compulsory|obligatory),? (?:but|and) (?:the )?([\w ]+?) (?:not|isn't|is not|optional|is optional)$/i,
    "$1 is required and $2 is optional",
  ],
  // "make the price come first in the list": a column's place, and no order of rows.
  [
    /^(?:make|let|have|put) (?:the )?([\w ]+?) (?:come|be|stand|appear|show up|go) (?:first|in front|at the front|at the beginning)(?: in (?:the|that|this|my|our) (?:list|table|form))?$/i,
    "move $1 to the front",
  ],
  // "take the voice and the email off the singers list".
  [
    /^(?:take|leave|kick|throw) (?:the )?([\w ]+? and [\w ]+?) (?:off|out of|from) (?:the |our )?([\w ]+? list)$/i,
    "hide $1 from the $2",
  ],
  // "items out of stock should be grey".
  [
    /^(?:all |the )*([\w-]+)(?: that are| which are)? (?:out of|without|with no) (stock)(?: left)?,? (?:should be|must be|are|in|be) (?:in )?(\w+)$/i,
    "colour $1 with $2 under 1 $3",
  ],
  // "shelf isn't free text, it is A, B, C or D".
  [
    /^(?:the )?([\w ]+?) (?:isn't|isnt|is not|is no|should not be|shouldn't be|are not) (?:an? )?(?:free |plain |open )?(?:text|number)(?: field)?,? (?:but |it is |it's |its |it should be |they are |only |rather |just )+(.*(?:,| or ).*)$/i,
    "make $1 a dropdown: $2",
  ],
  // "the bio shouldn't be one line only".
  [
    /^(?:the |our )?([\w ]+?) (?:shouldn't|should not|needn't|need not|isn't|is not|can't|doesn't have to) be (?:only |just )?(?:one|a single) line(?: only)?$/i,
    "make $1 a long text",
  ],
  // "players list: only name, position and shirt number, hide the rest".
  [
    /^(?:the |in the )?([\w ]+?) (?:list|table): (?:only|just) (.+?)(?:,? (?:and )?(?:hide|drop|leave out|without) (?:the rest|everything else|all others|the others))?$/i,
    "only $2 in the $1 list",
  ],
  // "invent a dozen players so we can see how it looks".
  [
    /^(?:invent|make up|think up|fake|dream up) (?=(?:\d+|a dozen|some|a few|two|three|four|five|ten|twenty)\b)/i,
    "add ",
  ],
  [
    /^(add|create|make|give me) a dozen (?!of )(?:sample |example |test |fake )?([\w -]+?)(?: (?:so|to|for|in order)\b.*)?$/i,
    "$1 12 sample $2",
  ],
  // "guests should look at the pitches on the internet without registering".
  [/ (?:on the (?:internet|web)|online)(?= without\b)/i, ""],
  [/\bwithout (?:registering|registration|signing up|an? registration|having to register)$/i, "without an account"],
  // "i'd rather see the wines as pictures than as a table".
  [
    /^(?:i|we)(?:'d| would)? (?:rather|prefer to|like to rather|prefer) (?:see|have|look at|get|show) (.+?) as (.+?),? (?:rather )?(?:than|instead of|and not) .+$/i,
    "show $1 as $2",
  ],
  [
    /(?<= as (?:an? )?[\w ]{3,20}?),? (?:rather )?(?:than|and not|not) as (?:an? )?(?:table|list|text|lines|rows|calendar|board)s?$/i,
    "",
  ],
  [/^((?:show|see|have) [\w ]+?) as (?:pictures|photos|images|tiles|cards)$/i, "$1 as a gallery"],
  // "each article needs the name of the photographer".
  [/(?<=,|\band|\bneeds?|\badd) the name of the (?=[a-z]+(?:er|or|ist|ent|ant|ian)\b)/gi, " the "],
  // "slightly rounded corners and a bit less space between everything".
  [
    /\b(?:slightly|a bit|a little|somewhat) (?=(?:more )?(?:rounded|round|rounder) (?:corners|edges)|less space|more space|smaller|bigger)/gi,
    "",
  ],
  [/\b(less|more) space between (?:everything|all|things|it all|all of it)\b/gi, "$1 space"],
  // "section "culture" is from now on "arts & culture"".
  [/\b(?:is|are) from now on (?:called )?(?=")/i, "is now called "],
];
