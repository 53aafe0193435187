/** What a site's robots.txt asks of one crawler (RFC 9309). */
export type Robots = { isAllowed(address: string): boolean; delaySeconds: number };

type Rule = { isAllowed: boolean; pieces: string[]; isWhole: boolean; weight: number };
type Group = { agents: string[]; rules: Rule[]; delaySeconds: number };

/** "At least 500 kibibytes" must be read (RFC 9309 §2.5); more of it is left out. */
export const robotsBytesMax = 512_000;

/** Paths and patterns in one spelling: what is not ASCII is percent-encoded, in capitals. */
function spelled(path: string): string {
  let encoded = path;
  try {
    encoded = encodeURI(path).replaceAll("%25", "%");
  } catch {
    // A lone surrogate: it matches nothing that an address can hold.
  }
  return encoded.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

function ruleOf(isAllowed: boolean, pattern: string): Rule {
  const isWhole = pattern.endsWith("$");
  const text = spelled(isWhole ? pattern.slice(0, -1) : pattern);
  return { isAllowed, isWhole, weight: text.length, pieces: text.split(/\*+/) };
}

/**
 * Whether a pattern matches, from the left. Each piece is taken where it comes first, which never keeps a later one from
 * matching: a file of nothing but wildcards takes no longer than any other.
 */
function matches({ pieces, isWhole }: Rule, path: string): boolean {
  const [first = "", ...rest] = pieces;
  if (!path.startsWith(first)) return false;
  if (rest.length === 0) return !isWhole || path.length === first.length;
  const last = isWhole ? rest.pop()! : "";
  let at = first.length;
  for (const piece of rest) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let isNaming = false;
  for (const line of text.replace(/^\uFEFF/, "").split(/\r\n?|\n/)) {
    const [, name = "", given = ""] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const [key, value] = [name.toLowerCase(), given.trim()];
    if (key === "user-agent") {
      if (!isNaming) groups.push({ agents: [], rules: [], delaySeconds: 0 });
      groups.at(-1)!.agents.push(value.toLowerCase().split("/")[0]!.trim());
    }
    const group = groups.at(-1);
    // An empty "Disallow:" allows everything, as no rule does.
    if (group && value !== "" && (key === "allow" || key === "disallow"))
      group.rules.push(ruleOf(key === "allow", value));
    if (group && key === "crawl-delay") group.delaySeconds = Math.max(group.delaySeconds, Number(value) || 0);
    if (key !== "") isNaming = key === "user-agent";
  }
  return groups;
}

/** @param agent the crawler's product name; its own groups count, or else those for everybody */
export function readRobots(text: string, agent: string): Robots {
  const groups = groupsOf(text);
  const of = (name: string) => groups.filter(({ agents }) => agents.includes(name));
  const own = of(agent.toLowerCase());
  const mine = own.length > 0 ? own : of("*");
  // The longest pattern counts; of two as long the one that allows.
  const rules = mine
    .flatMap((group) => group.rules)
    .sort((one, other) => other.weight - one.weight || Number(other.isAllowed) - Number(one.isAllowed));
  return {
    delaySeconds: Math.max(0, ...mine.map(({ delaySeconds }) => delaySeconds)),
    isAllowed(address) {
      const { pathname, search } = new URL(address);
      if (pathname === "/robots.txt") return true;
      const path = spelled(pathname + search);
      return rules.find((rule) => matches(rule, path))?.isAllowed ?? true;
    },
  };
}
