import { describe, expect, it } from "vitest";
import { conversation, faultsOf } from "../support/offline";

// Pages that list some rows of a table only: by a state, a number, a date.

const library =
  "A library with books (title, genre: novel/comic/guide, stock) and loans (book, borrower, due date, returned yes/no, state: out/late/lost)";

function after(...changes: string[]) {
  const app = conversation();
  app.say(library);
  const text = changes.map((said) => app.say(said).text).at(-1)!;
  expect(faultsOf(app.files)).toEqual([]);
  return { app, text };
}

describe("A page with some of a table's rows", () => {
  it.each([
    [
      "an extra page with only the loans that are not returned yet",
      "Loans",
      /query=\{\{ returned: \{ \$ne: true \} \}\}/,
    ],
    ["i'd like a page with only the lost ones", "Lost", /query=\{\{ state: "lost" \}\}/],
    ["gimme a page that has only the lost loans", "Lost", /query=\{\{ state: "lost" \}\}/],
    ["i want a page where only the comics are", "Comic", /query=\{\{ genre: "comic" \}\}/],
    ["make a page for the loans that aren't returned", "Loans", /returned: \{ \$ne: true \}/],
    ["add a page of books with less than 2 in stock", "Books", /stock: \{ \$lt: 2 \}/],
    ["a list of the overdue loans", "Overdue", /due_date: \{ \$lt: "today" \}/],
    ["page of the books that are novels, nothing else on it", "Novel", /genre: "novel"/],
    ["a page with only late or lost loans", "Loans", /state: \{ \$in: \["late", "lost"\] \}/],
    ["add a page with loans older than 30 days", "Loans", /due_date: \{ \$lt: "-30d" \}/],
  ])("%s", (said, title, query) => {
    const { app, text } = after(said);
    const page = app.files.find(({ path, content }) => path.startsWith("pages/") && content.includes("query="));
    expect(page?.content, text).toMatch(query);
    expect(page!.path + page!.content).toMatch(new RegExp(title, "i"));
    expect(text).toMatch(/There is a new page, “[^”]+”, with (?:books|loans) only where/);
    expect(text).not.toContain("What I did not do");
  });

  it.each([
    ["on the loans page show only lost loans", /query=\{\{ state: "lost" \}\}/],
    ["only show the loans that are not returned on the loans page", /returned: \{ \$ne: true \}/],
    ["returned loans shouldn't be in the list any more", /returned: \{ \$ne: true \}/],
    ["hide lost loans from the list", /state: \{ \$ne: "lost" \}/],
    ["show only lost loans", /query=\{\{ state: "lost" \}\}/],
  ])("or the page that is there: %s", (said, query) => {
    const { app, text } = after(said);
    expect(app.read("pages/Loans.jsx"), text).toMatch(query);
    expect(text).toMatch(/“Loans” lists loans only where/);
  });

  it.each(["a page with only the loans that are cursed", "a page with only the good books"])(
    "is not made of half of the words: %s",
    (said) => {
      const { app, text } = after(said);
      expect(app.files.some(({ content }) => content.includes("query="))).toBe(false);
      expect(text).toContain("What I did not do");
    },
  );

  it("goes with its field", () => {
    const { app } = after("a page with only the lost loans", "remove state from loans");
    expect(app.files.some(({ content }) => content.includes("query="))).toBe(false);
    expect(app.pages()).toContain("Loans");
  });
});
