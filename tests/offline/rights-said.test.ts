import { describe, expect, it } from "vitest";
import { differencesBetween } from "@/offline/request/differences/between";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const modelOf = (app: ReturnType<typeof conversation>) => readModel(app.files, "Untitled").model;
const begin = (first: string) => {
  const app = conversation();
  app.say(first);
  return app.begun;
};
const staff = begin(
  "Staff planning: employees (name, email, role: cook/waiter/driver, phone), shifts (employee, date, start time, end time, notes), vacations (employee, from, to, status: asked/approved)",
);
const school = begin(
  "Language school: teachers (name, email, languages), students (name, email, level: A1/A2/B1/B2), courses (title, teacher, level, start date, room, seats), enrolments (student, course, enrolled on, paid)",
);

function after(begun: typeof staff, said: string): { lines: string[]; text: string } {
  const app = conversation(undefined, undefined, begun);
  const before = modelOf(app);
  const { text } = app.say(said);
  return { lines: differencesBetween(before, modelOf(app)).map(({ line }) => line), text };
}
const admins = ["update", "delete"].map((one) => `rules Shift ${one}=creator|admin`);
const own = ["access Shift read=creator write=creator", "rules Shift read=creator|admin", ...admins];
const ownEdits = ["rules Shift update=creator|admin"];

describe("Who does something is not whose rows it is done to", () => {
  it.each([
    ["every employee sees all shifts but may change only the shifts he made himself", ownEdits],
    ["each employee may only change the shifts he put in himself", ownEdits],
    ["every employee can enter shifts, but edit only the shifts he made himself", ownEdits],
    ["colleagues see each others shifts but can only edit those they made themselves", ownEdits],
    ["i want every employee to see only the shifts he made himself", own],
    ["every employee: only the shifts he made himself", own],
    ["employees shouldn't see each other's shifts", own],
    ["let every employee change only the shifts he made himself", ["access Shift read=all write=creator", ...admins]],
    [
      "every employee should see the employees but edit only the shifts he made himself",
      ["access Shift read=all write=creator", ...admins],
    ],
  ])("“%s”", (said, lines) => expect(after(staff, said).lines).toEqual(lines));

  it("and nobody loses what was not spoken of", () =>
    expect(
      after(staff, "for shifts: the employees should only see the entries that they made themself, thx").lines.join(),
    ).not.toMatch(/Employee/));

  it("and strangers get nothing of what members see", () =>
    expect(after(staff, "employees see everything but only edit the shifts they wrote").lines.join()).not.toMatch(
      /anonymous|Employee/,
    ));
});

describe("A right takes nothing else along", () => {
  it.each([
    ["no one but admins deletes shifts", ["rules Shift delete=admin"]],
    ["an employee can delete only the vacations she entered", ["rules Vacation delete=creator|admin"]],
    ["phone of employees only for admins", ["~field Employee.phone read=admin", "~field Employee.phone write=admin"]],
    ["the phone is for admins only", ["~field Employee.phone read=admin", "~field Employee.phone write=admin"]],
  ])("“%s”", (said, lines) => expect(after(staff, said).lines).toEqual(lines));

  it("and admins see what they are said to see", () =>
    expect(after(staff, "every employee can see only the shifts he made himself, admins all of them").lines).toContain(
      "rules Shift read=creator|admin",
    ));
});

describe("Who may only look changes nothing", () => {
  it("and admins do", () =>
    expect(after(school, "students can only look at courses").lines).toEqual(["access Course read=all write=admin"]));

  it.each([
    ["teachers can edit courses, students can only look at them", "rules Course update=role:teacher|admin"],
    ["teachers may change enrolments and students may only read them", "rules Enrolment update=role:teacher|admin"],
  ])("and others have a role: “%s”", (said, line) => {
    const { lines, text } = after(school, said);
    expect(lines).toEqual([line]);
    expect(text).toContain("“teacher” is a role");
  });
});

describe("Everyone is whoever is signed in, where strangers have no business", () => {
  it.each([
    "everyone can see all shifts",
    "everybody can see the shifts",
    "let anyone see the shifts",
    "make shifts visible to everyone",
  ])("“%s”", (said) => {
    const { lines, text } = after(staff, said);
    expect(lines).toEqual([]);
    expect(text).toContain("Say “visitors can see shifts” if people without an account may, too.");
  });

  it.each(["visitors can see the shifts", "make the shifts public", "people without an account can see the shifts"])(
    "and strangers are who is called so: “%s”",
    (said) => {
      expect(after(staff, said).lines).toEqual(["access Shift read=anonymous write=all"]);
    },
  );

  it("or who stands beside those who are signed in", () => {
    expect(after(staff, "everyone may see the shifts, but only logged in users may change them").lines).toEqual([
      "access Shift read=anonymous write=all",
    ]);
  });

  it("also where times are booked", () => {
    const practice = begin("appointments for my dental practice");
    expect(after(practice, "everyone can see all appointments").lines).toEqual([]);
  });

  it("and on a website everyone is the public", () => {
    const site = begin("website for our bakery with products and an order form");
    const { lines } = after(site, "only admins can see products");
    expect(lines).toEqual(["access Product read=admin write=admin"]);
    const app = conversation(undefined, undefined, site);
    app.say("only admins can see products");
    app.say("everyone can see products");
    expect(app.entity("Product")!["x-accessControl"]!.permissions!.read).toBe("anonymous");
  });
});
