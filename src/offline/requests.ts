import "server-only";
import type { Person } from "@/engines/model/schema";
import { listed, plural, sentence, singular, wordsOf } from "./language/inflect";
import type { Draft, Reader } from "./draft/draft";
import { splitList } from "./language/normalize";

const credential = "(?:secrets?|api[ -]?keys?|(?:access |auth(?:entication)? )?tokens?|credentials?|passwords?|keys?)";
/** "ask me for …": what comes behind it is asked for whatever it is called; behind "add" and "store" only a secret is. */
const asks = new RegExp(
  `^(?:please )?(?:request|ask (?:me )?for|prompt (?:me )?for|let me enter|enter|provide|i (?:want|need|have|would like) to (?:enter|provide|set|give you))\\s+(?:the |my |our |an? |some )*(.*\\b(?:${credential}|[A-Z][A-Z0-9]*_[A-Z0-9_]+)\\b.*)$`,
  "is",
);
const keeps =
  /^(?:please )?(?:add|create|store|save|set(?: up)?|i (?:want|need) to (?:add|store|save)|i need)\s+(?:the |my |our |an? |some )*(?:new )?((?:secrets?|environment variables?)\b.*|.*\bsecrets?)$/i;
const constant = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;
const filler =
  /\b(?:(?:api )?secrets?(?= (?:called|named))|called|named|the|my|our|a|an|secrets?|environment variables?|values? (?:of|for)|for (?:the|my|our) app)\b/gi;

/** "Ask me for my Stripe API key", "add a secret called WEATHER_KEY": the form of `request_secrets`. */
export const readSecretsRequest: Reader = (clause, draft) => {
  const said = (asks.exec(clause) ?? keeps.exec(clause))?.[1]?.replace(/[.!?]+$/, "");
  if (!said) return false;
  const names = [...said.matchAll(constant)].map(([name]) => name);
  if (names.length === 0)
    names.push(
      ...splitList(said.replace(filler, " "))
        .map((words) => wordsOf(words.toLowerCase()).join("_").toUpperCase())
        .filter((name) => /^[A-Z][A-Z0-9_]{0,99}$/.test(name)),
    );
  if (names.length === 0) {
    draft.answers.push("Which secret do you mean? Say its name, as in “ask me for the secret STRIPE_API_KEY”.");
    return true;
  }
  draft.secrets.push(...names.filter((name) => !draft.secrets.includes(name)));
  draft.answers.push(
    `Enter ${names.length === 1 ? "the value" : "the values"} of ${listed(names)} below. Values are stored encrypted, and functions of the app read them.`,
  );
  return true;
};

const reuse =
  /^(?:please )?(?:import|re-?use|copy|bring (?:in|over)|take(?: over)?)\s+(?:the |my |our |all (?:the |of the )?)*(.+?)\s+(?:from|of|in)\s+(.+?)[.!?]*$/i;
const everything = /^(?:everything|(?:all )?(?:entities|entity|tables?|data ?models?|schemas?))$/i;
const key = (words: string) => wordsOf(singular(words)).join("");
const bare = (words: string) =>
  wordsOf(words)
    .filter((word) => !["the", "my", "our", "other", "app", "application", "called", "named"].includes(word))
    .join(" ");

/** "Import the Contact entity from my CRM": the card of `import_entities`. Files and spreadsheets are imported in the Database panel. */
export const readImportRequest: Reader = (clause, draft) => {
  const match = reuse.exec(clause);
  const [what, where] = [match?.[1] ?? "", match?.[2] ?? ""];
  const { apps } = draft.person;
  const app = apps.find(({ name }) => bare(name) === bare(where) && bare(name) !== "");
  if (!match || /\b(?:csv|excel|file|spreadsheet|sheets?)\b/i.test(clause)) return false;
  if (!app && !/\bapps?\b/i.test(where)) return false;
  draft.answers.push(app ? offer(what, app, draft) : otherApps(where, apps));
  return true;
};

function otherApps(where: string, apps: Person["apps"]): string {
  if (apps.length === 0) return "You have no other app whose tables this one could reuse.";
  return `I found no app “${where}” among yours. You have ${listed(apps.slice(0, 10).map(({ name }) => `“${name}”`))}: say “import contacts from ${apps[0]!.name}”.`;
}

function offer(what: string, app: Person["apps"][number], draft: Draft): string {
  const asked = splitList(what).map((noun) => noun.replace(/\s+(?:entity|entities|tables?)$/i, ""));
  const found = everything.test(what)
    ? app.entities
    : asked.flatMap((noun) => app.entities.find((entity) => key(entity) === key(noun)) ?? []);
  const missing = everything.test(what)
    ? []
    : asked.filter((noun) => !app.entities.some((entity) => key(entity) === key(noun)));
  draft.reused.push(...found.map((entity) => ({ appId: app.appId, entity })));
  const tables = app.entities.length > 0 ? listed(app.entities.map((name) => plural(name))) : "no tables";
  return [
    missing.length > 0 || found.length === 0 ? `“${app.name}” has ${tables}, and no ${listed(missing, "or")}.` : "",
    found.length > 0
      ? `${sentence(listed(found.map((name) => plural(name))))} of “${app.name}” can be reused here: confirm below. Fields and permissions are copied, rows are not.`
      : "",
  ]
    .filter(Boolean)
    .join(" ");
}
