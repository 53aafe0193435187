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
/** A choice between both is what every app has. */
const both =
  /\b(?:light|dark|day|night)\s*(?:and|or|\/|&|\+)\s*(?:dark|light|night|day)\b|\b(?:toggle|switch|switchable|optional|support)\w*\b[^.]{0,20}\b(?:dark|light)\b|\b(?:dark|light)[ -](?:mode|theme) (?:toggle|switch|button|option)\b/i;

/** Takes the wish for a dark or light app out of a description, where nobody takes it for something that the app keeps. */
export function withoutMode(text: string): { rest: string; mode?: "dark" | "light" } {
  if (both.test(text)) return { rest: text };
  const match = wished.exec(text) ?? named.exec(text) ?? alone.exec(text);
  if (!match) return { rest: text };
  const behind = text.slice(match.index + match[0].length);
  const before = text.slice(0, match.index);
  const isEnd = /^[.,;]?\s*$/.test(behind) || before === "";
  const joint = isEnd || /^[.,;!\s]/.test(behind) ? "" : " ";
  const rest = `${before}${/^\s*[.]/.test(match[0]) && !isEnd ? "." : ""}${joint}${behind}`
    .replace(/^[\s.,;]+/, "")
    .trim();
  return /[a-z]{3}/i.test(rest) ? { rest, mode: /light/i.test(match[1]!) ? "light" : "dark" } : { rest: text };
}
