import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

/** The tables of an app with their fields, as "Table: field(option|option) other". */
function tablesOf(said: string): string[] {
  const app = conversation();
  app.say(said);
  return readModel(app.files, "x").model.entities.map(
    ({ name, properties }) =>
      `${name}: ${Object.entries(properties)
        .map(([field, value]) => (value.enum ? `${field}(${value.enum.join("|")})` : field))
        .join(" ")}`,
  );
}

describe("A brief in plain sentences", () => {
  it.each([
    [
      "by whom something is confirmed, as where it stands",
      "A village hall app. A booking has a date, start time, end time and the purpose. Bookings are confirmed by the caretaker.",
      "Booking: booked_by date start_time end_time purpose status(requested|confirmed|declined)",
    ],
    [
      "on what a committee decides",
      "Every plot has a number, a size and a holder. Repairs have a photo and a description. The committee decides on each repair.",
      /^Repair: .*status\(open\|approved\|rejected\)/,
    ],
    [
      "when something takes place, and no table of places",
      "A choir app. Rehearsals take place on Tuesdays and have a date, a place and notes.",
      "Rehearsal: date place notes",
    ],
    [
      "of what something is noted",
      "An app for a beekeeping club with hives (location, colour). Honey harvests are noted per hive with the weight in kilos.",
      /^HoneyHarvest: .*\bhive\b.*weight_in_kilos/,
    ],
    [
      "what is shown of a loan, and no show",
      "Books are lent to pupils. Each book has a title and an author. Loans have a due date and show whether the book was returned.",
      /^Loan: .*due_date.* returned/,
    ],
    [
      "what a jury does, as its members' ratings",
      "An app for a film jury. Films have a title and a country. The jury rates each film from 1 to 5.",
      /^Rating: .*\bfilm\b/,
    ],
    [
      "fields in half a sentence",
      "A workshop app. For each repair I write down what is wrong, the price and the date it is due.",
      "Repair: problem price due_date",
    ],
    [
      "who says whether they come",
      "Our choir has about 40 singers. Each singer has a name and a voice part. Rehearsals take place on Tuesdays and have a date and a place. Singers say whether they are coming.",
      /^Attendance: .*coming.*rehearsal singer/,
    ],
  ])("tells %s", (_, said, table) => {
    expect(tablesOf(said)).toContainEqual(typeof table === "string" ? table : expect.stringMatching(table));
  });

  it("gives rows no second status where the message tells of one", () => {
    const [booking] = tablesOf(
      "A village hall app. A booking has a date, a purpose and a status (asked, fixed). Bookings are confirmed by the caretaker.",
    );
    expect(booking).toMatch(/status\(asked\|fixed\)/);
  });

  it("names the one who decides among what nothing was made of", () => {
    const app = conversation();
    const { text } = app.say(
      "A village hall app. A booking has a date and the purpose. Bookings are confirmed by the caretaker.",
    );
    expect(text).toContain("“caretaker”");
  });
});
