import { describe, expect, it } from "vitest";
import { fingerprintOf } from "@/features/turns/fix-loop";
import { fixMessage } from "@/features/turns/resolve-errors";

const title = "Cannot read properties of undefined (reading 'length')";
const error = (details: string, words = title) => fixMessage([{ title: words, details, componentName: "Home" }]);
const stack = `TypeError: ${title}\n    at Home (http://app.localhost/pages/Home.jsx:3:15)\n    at render (react.js:1:22)`;

describe("An error that comes back", () => {
  it("is the same one, whether its stack or only its place is told", () => {
    expect(fingerprintOf(error(stack))).toBe(fingerprintOf(error("pages/Home.jsx:3")));
    expect(fingerprintOf(error("pages/Home.jsx:12:4"))).toBe(fingerprintOf(error("")));
  });

  it("is another one where its words differ, or what they tell of it", () => {
    expect(fingerprintOf(error(stack))).not.toBe(fingerprintOf(error(stack, "Failed to fetch")));
    expect(fingerprintOf(error("No file services/rows.js", "The app could not be built"))).not.toBe(
      fingerprintOf(error("Unexpected token in pages", "The app could not be built")),
    );
  });
});
