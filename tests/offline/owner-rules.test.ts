import { expect, it } from "vitest";
import { definitionsIn } from "@/offline/learned/descriptions/owners/definitions";
import { sceneOf } from "@/offline/learned/descriptions/tagging/features";
import { ownerRules } from "@/offline/learned/descriptions/owners/owner-rules";
import type { Role, Span } from "@/offline/learned/descriptions/tagging/tags";
import { tokensOf } from "@/offline/lexicon/message-tokens";

/** A message with its [tables] and {fields} marked, without the marks. */
function marked(text: string) {
  const message = text.replace(/[[\]{}]/g, "");
  const tokens = tokensOf(message);
  const spans: Span[] = [];
  let removed = 0;
  for (const match of text.matchAll(/[[{]([^\]}]+)[\]}]/g)) {
    const start = match.index - removed;
    removed += 2;
    const from = tokens.findIndex((token) => token.from === start);
    const to = tokens.findIndex((token) => token.to === start + match[1]!.length) + 1;
    const role: Role = match[0].startsWith("[") ? "table" : "field";
    spans.push({ role, from, to });
  }
  const scene = sceneOf(tokens);
  const textOf = ({ from, to }: Span) => message.slice(tokens[from]!.from, tokens[to - 1]!.to);
  return { scene, spans, definitions: definitionsIn(scene), textOf };
}

const told = (text: string) => {
  const { textOf, ...found } = marked(text);
  const field = found.spans.findLast(({ role }) => role === "field")!;
  for (const { name, ownerOf } of ownerRules) {
    const owner = ownerOf({ ...found, field });
    if (owner) return `${name}: ${textOf(owner)}`;
  }
  return "learned";
};

it.each([
  ["[dogs] (name, breed, {colour}) and [owners]", "defined: dogs"],
  ["A [deal] has a name, a price and a {date}, and [people]", "defined: deal"],
  ["[guests] register online with {phone}", "entered: guests"],
  ["[members] sign up with name and {email}", "entered: members"],
  ["[Loans] to other [museums] have to be recorded with {borrower}", "recorded: Loans"],
  ["[tenants] who rent one [flat], with deposit and {phone}", "described: tenants"],
  ["[members] book a [class] with {date}", "learned"],
  ["[trucks] sign up with {plate}", "learned"],
  ["[tenants] of a [flat], with {phone}", "learned"],
])("the last field of “%s” is told by the rule and the table “%s”", (text, expected) => {
  expect(told(text)).toBe(expected);
});
