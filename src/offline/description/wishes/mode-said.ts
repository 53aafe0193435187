import "server-only";

const way = "(?:dark|light|night|black)";
const noun = "(?:mode|theme|design|look|style|layout|colou?r scheme|background theme|version)";
/** "…, make it dark", "keep everything light please". */
const wished = new RegExp(
  `(?:^|[.,;]\\s*|\\s+(?:and|but)\\s+)(?:and |but )?(?:please |pls )?(?:make|keep|turn|have|i (?:want|like|need|prefer)|i'd like|we (?:want|like|need|prefer))\\s+(?:it|this|that|everything|all of it|the (?:whole )?(?:app|site|website|page|thing|design|look|ui|interface))\\s+(?:to be |be |look |all |in )*(${way})(?:\\s+${noun})?(?:,? (?:please|pls|plz))?\\s*(?=$|[.,;!]|\\sand\\s)`,
  "i",
);
/** "in dark mode", "with a dark theme", "dark design, and …". */
const named = new RegExp(
  `(?:^|[.,;]\\s*(?:and )?|\\s+)(?:please )?(?:(?:in|with|use|using|having|and|it should have|it has|i (?:want|like|need)|we want)\\s+)?(?:an?\\s+|the\\s+)?(${way})[ -]${noun}\\b(?:\\s+(?:for|of) (?:it|the app|everything))?(?:,? (?:please|pls|plz))?`,
  "i",
);
/** "tools (name, price), dark": behind a list in brackets the word is no member of it. */
const alone = /(?<=\)),\s*(?:all |please )?(dark|light)(?:,? please)?(?=$|[.!])/i;
/** "dark and calm", "a calm, dark": beside a word for how it feels, as a sentence of its own or before what is built. */
const mood = "(?:calm|quiet|minimal(?:ist)?|sober|professional|serious|elegant|modern|cosy|cozy|warm|playful|bold)";
const pair = `(?:(${way})(?: and |, | but )(${mood})|(${mood})(?: and |, | but )(${way}))`;
const paired = [
  new RegExp(`(?:^|[.,;]\\s*)(?:and |but )?(?:please )?${pair}(?:,? please)?\\s*(?=$|[.!;])`, "i"),
  new RegExp(
    `(?<=^(?:(?:i|we) (?:want|need|would like) |(?:please )?(?:build|create|make|design) (?:me |us )?)?(?:an? |the )?)${pair} (?=\\w)`,
    "i",
  ),
];
/** A choice between both is what every app has. */
const both =
  /\b(?:light|dark|day|night)\s*(?:and|or|\/|&|\+)\s*(?:dark|light|night|day)\b|\b(?:toggle|switch|switchable|optional|support)\w*\b[^.]{0,20}\b(?:dark|light)\b|\b(?:dark|light)[ -](?:mode|theme) (?:toggle|switch|button|option)\b/i;

/** Takes the wish for a dark or light app out of a description, where nobody takes it for something that the app keeps. */
export function withoutMode(text: string): { rest: string; mode?: "dark" | "light"; mood?: string } {
  if (both.test(text)) return { rest: text };
  const felt = paired[0]!.exec(text) ?? paired[1]!.exec(text);
  const match = felt ?? wished.exec(text) ?? named.exec(text) ?? alone.exec(text);
  if (!match) return { rest: text };
  const behind = text.slice(match.index + match[0].length);
  const before = text.slice(0, match.index);
  const isEnd = /^[.,;]?\s*$/.test(behind) || before === "";
  const joint = isEnd || /^[.,;!\s]/.test(behind) ? "" : " ";
  const rest = `${before}${/^\s*[.]/.test(match[0]) && !isEnd ? "." : ""}${joint}${behind}`
    .replace(/^[\s.,;]+/, "")
    .trim();
  if (!/[a-z]{3}/i.test(rest)) return { rest: text };
  const said = match[1] ?? match[4]!;
  const feel = felt?.[2] ?? felt?.[3];
  return { rest, mode: /light/i.test(said) ? "light" : "dark", ...(feel && { mood: feel.toLowerCase() }) };
}
