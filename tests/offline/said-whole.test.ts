import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

function built(said: string) {
  const app = conversation();
  const { text } = app.say(said);
  const fieldsOf = (table: string) => app.entity(table)?.properties ?? {};
  const refers = (from: string, to: string) =>
    Object.values(fieldsOf(from)).some((property) => property["x-reference"] === to);
  return { app, text, tables: app.entities(), fieldsOf, refers };
}

describe("A first message that names what it is for by one phrase", () => {
  it.each([
    ["training log for marathon", ["ExerciseSet", "Goal", "Workout"]],
    ["family tree", ["Relative", "TimelineEvent"]],
    ["inventory of lab chemicals with expiry dates", ["Chemical", "StorageLocation"]],
    ["catalog of my vinyl records", ["Record"]],
    ["car repair shop: customers, cars, jobs, parts", ["Car", "Customer", "Job", "Part", "Repair"]],
  ])("keeps the rows of that, and none of its words: %s", (said, tables) => expect(built(said).tables).toEqual(tables));

  it("reads what stands behind the phrase, too", () => {
    const { tables, refers } = built("chore chart for the kids with points and rewards");
    expect(tables).toEqual(["Chore", "Kid", "Reward"]);
    expect(refers("Chore", "Kid")).toBe(true);
  });

  it("knows a table by another word, and does not call that left out", () =>
    expect(built("catalog of my vinyl records").text).not.toContain("vinyl”"));
});

describe("What tables have to do with each other", () => {
  it("has the owner of a pet among the clients, once", () => {
    const { fieldsOf, refers } = built("pet sitting business: clients, pets, visits");
    expect(refers("Pet", "Client")).toBe(true);
    expect(Object.keys(fieldsOf("Pet"))).not.toContain("owner");
  });

  it("names the agent of a viewing once", () => {
    const { fieldsOf, refers } = built("property viewings for real estate agents");
    expect(refers("Viewing", "EstateAgent")).toBe(true);
    expect(Object.keys(fieldsOf("Viewing"))).not.toContain("agent");
  });

  it("has hours of both of which they are counted", () => {
    const { refers } = built("track freelance hours per client and project");
    expect([refers("FreelanceHour", "Client"), refers("FreelanceHour", "Project")]).toEqual([true, true]);
  });

  it.each([
    ["dog training school with courses, dogs, owners and progress", "Dog", "Course"],
    ["swim school: courses, children, parents", "Child", "Course"],
    ["summer camp: camps, kids, counselors", "Kid", "Camp"],
    ["yoga studio: classes, members, teachers", "Member", "Class"],
  ])("has who comes to what takes place, and no course of one child: %s", (said, who, what) => {
    const { refers } = built(said);
    expect([refers(who, what), refers(what, who)]).toEqual([true, false]);
  });

  it("has budget lines of a wedding, and none of a table", () => {
    const { fieldsOf, refers } = built("a wedding planner with guests, tables and budget");
    expect(Object.keys(fieldsOf("Budget"))).toEqual(expect.arrayContaining(["item", "planned", "spent"]));
    expect(refers("Budget", "Table")).toBe(false);
  });
});

describe("Fields of a first message", () => {
  it("are not named by a piece of a word", () => {
    const { app } = built("Clients have training plans. I track their weight.");
    expect(JSON.stringify(app.files)).not.toMatch(/\bir_weight|IrWeight/);
  });

  it("are a rating where there are stars, and no table of stars", () => {
    const { tables, fieldsOf } = built("customer feedback for restaurant, with stars and comments");
    expect(tables).not.toContain("Star");
    expect(Object.keys(fieldsOf("Feedback"))).toContain("stars");
  });

  it("say once what they hold", () => {
    const { fieldsOf } = built("small accounting for a side business, income and expenses with receipts");
    expect(Object.keys(fieldsOf("Expense")).filter((name) => name.startsWith("receipt"))).toEqual(["receipt"]);
  });

  it("are none of who asks: whoever runs a studio logs no runs", () =>
    expect(
      built(
        "I run a small dance studio. I need to manage my classes, the teachers who teach them and which students signed up for which class.",
      ).tables,
    ).toEqual(expect.arrayContaining(["Class", "Enrolment", "Student", "Teacher"])));
});

it("a message whose first words turn out to name no kind of app is read all the same", () =>
  expect(
    built("Donors sponsor a child in our school in Kenya, and every child writes them letters").tables,
  ).not.toEqual([]));
