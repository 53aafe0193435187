import "server-only";

const greeting =
  "(?:(?:thanks|thank you|thx)(?: a lot| so much| very much| in advance)(?:$|[,!.]?\\s+)|(?:hi|hello|hey|hiya|ok|okay|great|nice|cool|thanks|thank you|perfect|now|next(?! (?:[\\w-]+ ){0,2}(?:date|day|visit|appointment|meeting|step|due|service|check|call|payment|action|review|inspection|dose)\\b)|also|and|then|finally|first(?! (?:aid|names?|class|grade|years?|responders?|floor)\\b)|please|pls|plz|just|so|well|actually|btw|by the way|ps|oh|ah|yes|one more thing|another thing|long story short|to cut a long story short|in short|tl;?dr|bottom line)\\b(?: there| again| all)?[,!.:]?\\s+)";
/** "could you please", "can u pls", "would it be possible to", "it would be great if we could". */
const asked = [
  "(?:(?:it|that) (?:would|'d) be|it'd be|would be) (?:really |very |so )?(?:great|nice|good|cool|lovely|awesome|helpful|useful|perfect|better|wonderful|handy|super),? if there (?:was|were|is|could be)\\s+",
  "(?:can|could|would|will) (?:you|u|ya|we|i)(?: guys)?(?: (?:please|pls|plz|maybe|also|perhaps|just))*\\s+",
  "(?:would|is|will) it (?:be )?(?:possible|ok(?:ay)?) (?:to|for you to)\\s+",
  "(?:(?:it|that) (?:would|'d) be|it'd be|would be) (?:really |very |so )?(?:great|nice|good|cool|lovely|awesome|helpful|useful|perfect|better|wonderful|handy|super)(?: for us| for me)?,? (?:(?:if|when) (?:you|we|i|u|one) (?:can|could|would)(?: (?:please|also))?|to)\\s+",
  "(?:(?:i|we)(?:'d| would)? (?:also |really )?(?:want|like|need|love|prefer|wanna)|i'd like)(?: you)? to\\s+(?!have\\b)",
  "(?:i'd|i would|we'd|we would|id) (?:rather|prefer to|like to|love to)\\s+(?!have\\b)",
  "(?:i (?:think|guess|believe) )?(?:we|you|it) (?:should|must|can) (?:probably |maybe |also )?(?=(?:add|remove|delete|rename|make|change|put|show|sort|hide|use|call|group|colou?r|mark|have)\\b)",
  "let'?s\\s+",
  "you (?:should|must|can)\\s+",
  "(?:go ahead and|help me(?: to)?|i was wondering if (?:you|we) could|is there (?:a|any) way to|any chance (?:you could|to))\\s+",
  "(?:please|pls|plz) to\\s+",
];
const inFront = new RegExp(`^(?:${[...asked, greeting].join("|")})`, "i");

const praise =
  "(?:really |very |so )?(?:great|nice|good|cool|lovely|awesome|helpful|useful|perfect|wonderful|handy|super|appreciated)";
/** ", thx", "if possible", "would be lovely", "that's all for today". Bounded, since a message may be one long row of them. */
const behind = new RegExp(
  `(?:[,;.!]{0,3}\\s+(?:- )?(?:please|pls|plz|thanks|thank you|thank u|thx|tnx|ty|tia|cheers|danke|merci|gracias)(?: (?:a lot|so much|very much|in advance|again|a million|guys|you))?|,? (?:(?<!\\b(?:only|just|visible|shown|seen|private|available|open) )for me|now|if possible|if (?:you|u) can|if that's (?:ok|possible)|when you can|asap|can (?:you|u) (?:do (?:that|this|it)|change(?: (?:that|this|it))?|fix (?:that|it)|help)|is that possible|ok|okay|right|:\\))|,? (?:(?:that|it|this) )?(?:would|'d) be ${praise}|,? (?:that|this)(?:'s| is| was)? (?:all|it)(?: for (?:now|today))?){1,4}[.!?]{0,9}$`,
  "i",
);

/** "a gallery of the pets would be lovely, …". */
const praised = new RegExp(` (?:would|'d) be ${praise}(?=,|$)`, "i");
/** "i talked to the team and they find it confusing, so please: …". */
const story =
  /^(?:i|we|the \w+|my \w+|our \w+|they) (?:just |have |had |only )?(?:talked|spoke|discussed|thought|asked|looked|showed|met|noticed|realised|realized|decided|found|saw|tried|tested|checked|got|heard)\b[^:;]{0,160}?,? so,? (?:please|pls|plz|can you|could you|can u)\s*:?\s+/i;

/** Removes greetings and requests in front, and thanks behind: "hi, could u add a fax, thx" → "add a fax". */
export function stripPoliteness(clause: string): string {
  let text = clause.replace(/^- /, "").trim();
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(inFront, "").replace(story, "");
  }
  return text
    .replace(praised, "")
    .replace(/(?<=[a-z]) (?:please|pls|plz)(?= [a-z])/gi, "")
    .replace(behind, "")
    .replace(/(?<![.!?])[.!?]+$/, "")
    .trim();
}
