import { expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

function build(sentence: string) {
  const app = conversation();
  const { staged } = app.say(sentence);
  const rowsOf = (name: string) => staged.records.find(({ entity }) => entity === name)?.rows ?? [];
  return { model: readModel(app.files, "Untitled").model, rowsOf };
}

it("finishes an app in the purpose and the look of its kind, and opens on what its kind opens on", () => {
  const { model } = build("recipe site where people rate recipes with stars");
  expect(model).toMatchObject({ purpose: "site", look: { layout: "top" } });
  expect(model.pages[0]).toMatchObject({ kind: "dashboard", form: "home" });
  expect(model.pages[0]!.text).toMatch(/\w/);
  expect(model.pages.find(({ entity }) => entity === "Recipe")).toMatchObject({ form: "gallery" });
});

it("fills a new app with rows that belong together", () => {
  const { rowsOf } = build("a school library");
  expect(rowsOf("Book")[0]!.fields).toMatchObject({ title: "The Hobbit", author: "J. R. R. Tolkien" });
  const loans = rowsOf("Loan").map(({ fields }) => fields);
  expect(loans.length).toBeGreaterThan(3);
  for (const loan of loans) {
    expect(String(loan.due) > String(loan.borrowed_on)).toBe(true);
    expect(loan.book).toBeTruthy();
    expect(loan.borrower).toBeTruthy();
  }
});

it.each(["add a table", "add another field", "create a new page"])("asks which, and makes nothing of “%s”", (said) => {
  const app = conversation();
  app.say("A CRM with contacts (name, email) and deals (title, amount)");
  const turn = app.say(said);
  expect(turn.actions).toEqual([]);
  expect(turn.text).toContain("please say which");
});
