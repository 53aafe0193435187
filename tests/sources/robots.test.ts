import { describe, expect, it } from "vitest";
import { readRobots } from "@/features/sources/read-robots";

const isAllowed = (text: string, path: string) =>
  readRobots(text, "JoineryBot").isAllowed(`https://example.com${path}`);
const forAll = (...lines: string[]) => ["User-agent: *", ...lines].join("\n");

describe("A site's robots.txt", () => {
  it.each([
    ["says nothing", "", "/a", true],
    ["is no robots.txt", "<html>not found</html>", "/a", true],
    ["keeps everything", forAll("Disallow: /"), "/a", false],
    ["keeps nothing", forAll("Disallow:"), "/a", true],
    ["keeps what begins with a path", forAll("Disallow: /fish"), "/fish/salmon.html", false],
    ["tells large letters from small ones", forAll("Disallow: /fish"), "/Fish", true],
    ["keeps a folder", forAll("Disallow: /fish/"), "/fish", true],
    ["has a wildcard", forAll("Disallow: /*.php"), "/folder/a.php?b", false],
    ["has an end", forAll("Disallow: /*.php$"), "/a.php?b", true],
    ["has an end that is met", forAll("Disallow: /*.php$"), "/a.php/b.php", false],
    ["has an end and nothing else", forAll("Disallow: /$"), "/a", true],
    ["has an end on the first page alone", forAll("Disallow: /$"), "/", false],
    ["has an end that begins before the wildcard", forAll("Disallow: /ab*b$"), "/ab", true],
    ["has a wildcard between", forAll("Disallow: /fish*.php"), "/fishheads/catfish.php?x=1", false],
    ["lets the longer rule count", forAll("Disallow: /folder", "Allow: /folder/page"), "/folder/page", true],
    ["lets the allowing one of two count", forAll("Disallow: /page", "Allow: /page"), "/page", true],
    ["asks of a query", forAll("Disallow: /*?sort="), "/list?sort=up", false],
    ["spells out other letters", forAll("Disallow: /foo/bar/ツ"), "/foo/bar/%e3%83%84", false],
    ["has comments", forAll("Disallow: /a # not this"), "/a", false],
    ["was written on a Mac of old", "User-agent: *\rDisallow: /a", "/a", false],
    ["begins with a mark", `\uFEFF${forAll("Disallow: /a")}`, "/a", false],
    ["names another crawler", "User-agent: OtherBot\nDisallow: /", "/a", true],
    ["names this one", `${forAll("Disallow: /")}\n\nUser-agent: joinerybot/2.0\nDisallow: /b`, "/a", true],
    [
      "names this one, whose rules are kept",
      `${forAll("Allow: /")}\n\nUser-agent: JoineryBot\nDisallow: /b`,
      "/b",
      false,
    ],
    ["names several at once", "User-agent: OtherBot\nUser-agent: JoineryBot\nDisallow: /a", "/a", false],
    [
      "names this one twice",
      "User-agent: JoineryBot\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: JoineryBot\nDisallow: /b",
      "/b",
      false,
    ],
  ])("%s", (_what, text, path, allowed) => {
    expect(isAllowed(text, path)).toBe(allowed);
  });

  it("says how long to wait between two pages", () => {
    expect(readRobots(forAll("Crawl-delay: 4"), "JoineryBot").delaySeconds).toBe(4);
    expect(readRobots(forAll("Crawl-delay: soon"), "JoineryBot").delaySeconds).toBe(0);
  });

  it.each([
    ["one line of wildcards", `Disallow: ${"*".repeat(500_000)}b`],
    ["many short ones", "Disallow: *a*a*a*b\n".repeat(26_000)],
    ["many long ones", `Disallow: ${"*a".repeat(200)}b\n`.repeat(1_200)],
    ["long words", `Disallow: *${"a".repeat(1_000)}b\n`.repeat(500)],
  ])("that means harm, with %s, keeps the server busy for less than a moment", (_what, lines) => {
    const robots = readRobots(forAll(lines), "JoineryBot");
    const began = performance.now();
    expect(robots.isAllowed(`https://example.com/${"a".repeat(1_980)}`)).toBe(true);
    expect(performance.now() - began).toBeLessThan(250);
  });
});
