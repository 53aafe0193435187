import { describe, expect, it } from "vitest";
import { satisfies } from "@/engines/functions/package-version";

describe("Which versions of a package are what was asked for", () => {
  it.each([
    ["4.6.7", "4", true],
    ["4.6.7", "4.6", true],
    ["4.6.7", "4.6.7", true],
    ["4.6.7", "=4.6.7", true],
    ["4.6.7", "4.x", true],
    ["4.6.7", "*", true],
    ["4.6.7", "", true],
    ["4.6.7", "latest", true],
    ["4.6.7", "^4.1.0", true],
    ["4.6.7", "~4.6.1", true],
    ["4.6.7", ">=3 <5", true],
    ["4.6.7", ">= 4.0.0", true],
    ["4.6.7", "3 || 4", true],
    ["4.6.7", "3.0.0 - 5.0.0", true],
    ["4.6.7", "<=4", true],
    ["0.7.1", "^0.7.0", true],
    ["4.6.7", "3", false],
    ["4.6.7", "^3.22.4", false],
    ["4.6.7", "~4.5.0", false],
    ["4.6.7", "^4.7.0", false],
    ["4.6.7", "4.6.8", false],
    ["4.6.7", "46", false],
    ["4.6.7", ">4", false],
    ["4.6.7", "<4", false],
    ["0.7.1", "^0.6.0", false],
    ["4.6.7", "next", false],
  ])("%s for %j: %s", (version, range, fits) => expect(satisfies(version, range)).toBe(fits));
});
