import "server-only";
import { asking, few } from "./asked";

/** The parts that phrases name in braces: what each matches, and is caught by its name. */
const parts: Readonly<Record<string, string>> = {
  /** How a request opens, with what tells nothing and the space behind it: "please build me a small ". */
  ask: `${asking}${few}`,
  /** The same within a sentence: "all the ". */
  few,
  app: "(?:app|application|tool|system|software|program|database)",
  site: "(?:web ?site|site|web ?page|page|home ?page|platform|portal)",
  software: "(?:app|application|tool|system|software|program|database|web ?site|site|web ?page|page|platform|portal)",
  our: "(?:our|my|the|an?)",
  /** A place or group of people, by at most three words. */
  house: "(?:(?!to\\b|where\\b|so\\b|that\\b)[a-z'’-]+ ){0,2}?[a-z'’-]+",
  word: "[a-z-]+",
  /** One word or two. */
  noun: "[a-z]+(?: [a-z]+)?",
  /** Rows by a plural: "boats", "hiking trails". */
  rows: "(?:[a-z-]+ )?[a-z]+s",
  /** "members, trainers and classes". */
  list: "[a-z ,]+",
  customers:
    "(?:customers?|clients?|people|guests?|members?|patients?|visitors?|parents?|students?|families|neighbou?rs|tenants?|employees|volunteers?|fans|pupils|kids|staff)",
};

type Names<Phrase extends string> = Phrase extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

export type Rule = (text: string) => string;

/**
 * A rule for one way to say something. A phrase is written as it is said: `{house}` for a part (those above, or `own` ones;
 * `{word2}` for the next of its sort), `(our|my)` for one of several words, `(small )?` for what may be left out. It is the
 * whole message, but for "…" before or behind it: what stands there stays.
 * @param says what stands for it, by what the parts caught ("" where one was left out); null leaves the message as it is
 */
export function rule<const Phrase extends string>(
  phrase: Phrase,
  says: string | ((caught: Readonly<Record<Names<Phrase>, string>>) => string | null),
  own: Readonly<Record<string, string>> = {},
): Rule {
  const source = phrase
    .replaceAll("…", "")
    .replaceAll(/\((?!\?)/g, "(?:")
    .replaceAll(
      /\{([a-z]+)(\d?)\}/gi,
      (_, name: string, at: string) => `(?<${name}${at}>${own[name] ?? parts[name]!})`,
    );
  const isWithin = phrase.startsWith("…");
  const pattern = new RegExp(
    `${isWithin ? "\\b" : "^"}${source}${phrase.endsWith("…") ? "" : "[.!]*$"}`,
    isWithin ? "gi" : "i",
  );
  const names = [...phrase.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as Names<Phrase>);
  return (text) =>
    text.replace(pattern, (said: string, ...rest: unknown[]) => {
      const groups = (rest.at(-1) ?? {}) as Readonly<Partial<Record<string, string>>>;
      const caught = Object.fromEntries(names.map((name) => [name, groups[name] ?? ""])) as Record<
        Names<Phrase>,
        string
      >;
      if (typeof says === "string") return says.replaceAll(/\{(\w+)\}/g, (_, name: string) => groups[name] ?? "");
      return says(caught) ?? said;
    });
}

/** Rules in their order, each on what the last one made of a message. */
export const inOrder =
  (rules: readonly Rule[]): Rule =>
  (text) =>
    rules.reduce((said, one) => one(said), text);
