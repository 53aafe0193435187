import "server-only";

/** Ways to say that a field is unique, and the plain one: "no two members with the same number", "no duplicate plates". */
export const uniqueWordings: [pattern: RegExp, plain: string][] = [
  [
    /^(?:there (?:must|should|may|can) (?:not )?be )?(?:no two|not two|never two) (?:different )?([\w ]+?) (?:(?:can|may|should|must|shall|are allowed to)(?: ever)? )?(?:have|with|share|use|get|of|having|sharing|for) the same ((?!one$)(?!.*\band\b)[\w -]+)$/i,
    "the $2 of $1 must be unique",
  ],
  [
    /^(?:two|several) (?:different )?([\w ]+?) (?:can ?not|can't|must not|may not|should not|shouldn't|must never|should never|never)(?: ever)? (?:have|share|use) the same ((?!.*\band\b)[\w -]+)$/i,
    "the $2 of $1 must be unique",
  ],
  [
    /^(?:there (?:must|should|may|can) be |i want |we want |allow |have )?(?:no|avoid|prevent|forbid|refuse|reject|do not allow|don't allow|never allow|disallow|without|block) (?:duplicated?|repeated|double|doubled) ([\w -]+?)(?: please)?$/i,
    "$1 must be unique",
  ],
  [
    /^(?:there (?:must|should|may|can) be |i want |we want )?(?:no|avoid|prevent|forbid|refuse|reject|do not allow|don't allow|never allow|disallow|block) (?:duplicates?|doubles|repetitions?) (?:of|in|for|among|by) ([\w -]+)$/i,
    "$1 must be unique",
  ],
  [
    /^(?:every|each|an?|the|one) ([\w -]+?) (?:can|may|must|should|shall)(?: only)? (?:be )?(?:used|entered|taken|there|registered|appear|occur|exist|given)(?: only)? once(?: only)?$/i,
    "the $1 must be unique",
  ],
  [/^(?:every|each) ([\w -]+?) only once$/i, "the $1 must be unique"],
  [
    /^(?:no|never) ([\w -]+?) (?:(?:can|may|should|must) )?(?:be |appear |occur |exist |come up )?(?:used |entered |there )?(?:twice|more than once|two times|several times)$/i,
    "the $1 must be unique",
  ],
  [
    /^(?:the |an? )?([\w -]+?) (?:can ?not|can't|must not|may not|should not|shouldn't|must never|should never) (?:be |appear |occur |exist |come up )?(?:used |entered |there |registered )?(?:twice|more than once|two times|several times)$/i,
    "the $1 must be unique",
  ],
  [/^((?:please )?(?:add|include|give|put) )an? unique ((?!id\b)[\w -]+? (?:to|for|in) [\w -]+)$/i, "$1a $2, unique"],
  [/\b(unique|repeat) (?:any ?more|any longer|from now on)$/i, "$1"],
];

/** Two fields that are to differ as a pair: "no two bookings for the same room and date". No field can say that by itself. */
export const pairSaid =
  /\b(?:twice|more than once) (?:in|for|on|at|with|to) the same\b|^(?:only )?(?:one|1|a single) [\w-]+ (?:per|for each|for every) [\w ]+? and [\w ]+$|\b(?:two|2|several) [\w ]+? (?:can'?t|cannot|can not|must not|may not|should not|shouldn'?t|never) .*\bthe same [\w ]+? (?:and|on|at|in|for) the same\b|\b(?:only|at most|never more than|no more than|max(?:imum)?) (?:one|1|a single) [\w-]+ (?:per|for each|for every|by) [\w ]+? (?:and|on the same|at the same) [\w ]+|\b(?:combination|pair|combined|together)\b.*\b(?:unique|once|twice)\b|\b(?:unique|(?:only )?once) (?:per|within|inside|in (?:each|every|an?|one)|for (?:each|every)|by)\b|\bunique\b.*\b(?:together|in combination|as a pair|combined)\b|\bno two [\w ]+? (?:with|have|for|of|share|on|in|at)\b[\w ]* the same [\w -]+? (?:and|on|at|in|for) (?:the same )?[\w -]+/i;
