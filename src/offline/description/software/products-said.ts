import "server-only";
import { listed } from "../../language/inflect";
import { splitList } from "../../language/normalize";
import { software } from "../../words/software";
import { asking } from "../../rephrase/asked";
import { isAudience } from "../../rephrase/audience";

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** "React and Tailwind.", "using Spring Boot, MongoDB and Docker". */
export function withoutStack(said: string): { text: string; stack: string[] } {
  const stack: string[] = [];
  const one = `(?:${software()
    .stack.toSorted((left, right) => right.length - left.length)
    .map(escaped)
    .join("|")})`;
  const named = new RegExp(
    `(?:[,;]? ?\\b(?:built |made |written |implemented )?(?:using|with|in|on) |(?<=[.;\\n]\\s*)(?:(?:please )?use )?)(?:the )?(${one}(?:(?:\\s*[,/+]\\s*|,?\\s+(?:and|&)\\s+)${one})*)(?=\\s*(?:[.;\\n]|$|\\bwith\\b|\\bfor\\b))`,
    "gi",
  );
  const text = said
    .replace(named, (_, list: string) => {
      stack.push(...list.split(/\s*[,/+&]\s*|,?\s+and\s+/i));
      return "";
    })
    .replaceAll(/(?:\.\s*){2,}/g, ". ");
  return { text, stack };
}

/** "for a kiosk": where it is used. */
const placed = /^(?:an?|my|our|the) /i;

/** "Airbnb clone", "a clone of Trello for recipes": what such an app keeps, where the message does not say (`isListed`). */
export function withoutProducts(text: string, isListed: boolean): string {
  const { products } = software();
  const one = `(${[...products.keys()]
    .toSorted((left, right) => right.length - left.length)
    .map(escaped)
    .join("|")})`;
  const kindOf = (all: string, name: string, things?: string) => {
    const [kind = "", rows = ""] = (products.get(name.toLowerCase()) ?? "").split(" with ");
    if (kind === "") return all;
    // "a clone of Airbnb for houseboats": those, and what goes with them.
    const kept = things ? [things, ...splitList(rows).slice(1)] : splitList(rows);
    const app = things ? `${things} ${kind.split(" ").at(-1)}` : kind;
    return isListed ? app : `${app} with ${listed(kept)}`;
  };
  const of = "(?: for ((?:[a-z]+ ){0,2}[a-z]+s)(?=\\s*(?:[.;,\\n]|$)))?";
  return text
    .replace(
      new RegExp(`\\b${one}[- ](?:clone|copy|alternative|replacement)(?: app| website| site)?\\b${of}`, "gi"),
      kindOf,
    )
    .replace(new RegExp(`\\b(?:clone|copy|version) of ${one}\\b${of}`, "gi"), kindOf)
    .replace(new RegExp(`\\b(?:(?:an? )?(?:app|website|site|something) like )${one}\\b${of}`, "gi"), kindOf)
    .replace(
      new RegExp(
        `\\b(?:an? )?${one}[- ](?:style|like)(?: (?:app|board|website|site|platform|tool|page))?(?=\\s*(?:[.;,\\n]|$))`,
        "gi",
      ),
      kindOf,
    )
    .replace(
      new RegExp(`^(${asking}(?:an? )?)${one} for ((?:[a-z]+ ){0,3}[a-z]+)(?=\\s*(?:[.;,\\n]|$))`, "i"),
      (all, before: string, name: string, whom: string) =>
        isAudience(whom) || placed.test(whom)
          ? before + kindOf(all, name)
          : /s$/i.test(whom)
            ? before + kindOf(all, name, whom)
            : all,
    )
    .replace(new RegExp(`\\b${one}[- ](?:style|like|inspired)\\s+(?=[a-z])`, "gi"), "");
}
