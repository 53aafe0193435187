import { describe, expect, it } from "vitest";
import { openingSaid, withoutOpening } from "@/offline/description/wishes/opening-hours";
import { readModel, usualOpening } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

describe("Opening hours of an app where times are booked", () => {
  it.each([
    ["opening hours are 9 to 18, closed on mondays", { from: 9, to: 18, minutes: 60, daysOff: [0, 1] }],
    ["we are open monday to saturday from 8:30 to 7pm", { from: 8.5, to: 19, minutes: 60, daysOff: [0] }],
    ["open 9-5 on weekdays", { from: 9, to: 17, minutes: 60, daysOff: [0, 6] }],
    ["open daily 10-22", { from: 10, to: 22, minutes: 60, daysOff: [] }],
    ["no bookings on sundays and wednesdays", { from: 9, to: 17, minutes: 60, daysOff: [0, 3] }],
    ["also open on sundays", { from: 9, to: 17, minutes: 60, daysOff: [] }],
    ["only on tuesdays and thursdays", { from: 9, to: 17, minutes: 60, daysOff: [0, 1, 3, 5, 6] }],
    ["we close at 6", { from: 9, to: 18, minutes: 60, daysOff: [0] }],
    ["each cut takes 30 minutes", { from: 9, to: 17, minutes: 30, daysOff: [0] }],
    ["appointments should last half an hour", { from: 9, to: 17, minutes: 30, daysOff: [0] }],
    ["45 minute slots", { from: 9, to: 17, minutes: 45, daysOff: [0] }],
    ["we're open 9am - 6pm", { from: 9, to: 18, minutes: 60, daysOff: [0] }],
    ["slots every 15 minutes", { from: 9, to: 17, minutes: 15, daysOff: [0] }],
    ["20 min per appointment", { from: 9, to: 17, minutes: 20, daysOff: [0] }],
    ["9 to 18, mondays closed", { from: 9, to: 18, minutes: 60, daysOff: [0, 1] }],
    ["open 10 to 14, sundays and mondays we are closed", { from: 10, to: 14, minutes: 60, daysOff: [0, 1] }],
  ])("are read from “%s”", (said, opening) => expect(openingSaid(said, usualOpening)?.opening).toEqual(opening));

  it.each([
    "closed on christmas",
    "appointments need a colour",
    "lunch break from 12 to 1",
    "open 18 to 9 to 3",
    "each cut takes 900 minutes",
    "closed every day",
    "open 9 to 10, each cut takes 90 minutes",
  ])("are not read from “%s”", (said) => expect(openingSaid(said, usualOpening)).toBeNull());

  it("are said in a first message, too, and are no tables there", () => {
    const app = conversation();
    app.say("booking app for a barber, open 9 to 18, closed mondays, 30 minute slots");
    expect(readModel(app.files, "Untitled").model.entities.map(({ name }) => name)).toEqual(["Appointment", "Service"]);
    expect(readModel(app.files, "Untitled").model.pages.find(({ form }) => form === "slots")?.opening).toEqual({
      from: 9,
      to: 18,
      minutes: 30,
      daysOff: [0, 1],
    });
  });

  it.each(["a massage studio, 1 hour appointments", "a tennis coach, one hour each"])(
    "are no table where they tell only the length: “booking app for %s”",
    (said) => {
      const app = conversation();
      app.say(`booking app for ${said}`);
      const { entities, pages } = readModel(app.files, "Untitled").model;
      expect(entities.flatMap(({ name, properties }) => [name, ...Object.keys(properties)]).join(" ")).not.toMatch(
        /hour|booking_app/i,
      );
      expect(pages.find(({ form }) => form === "slots")?.opening?.minutes ?? 60).toBe(60);
    },
  );

  it("are read in German, too", () => {
    const app = conversation();
    app.say("booking app for a barber");
    expect(app.say("Öffnungszeiten sind 9 bis 18 Uhr, montags geschlossen").text).toContain(
      "offers times from 9:00 to 18:00, 60 minutes each, but on Sundays and Mondays none",
    );
  });

  it("stay in a message that is about no booking", () =>
    expect(withoutOpening("a shop list with open and closed shops, hours").wishes).toEqual([]));

  it("change the page, and how long the server keeps a time taken", () => {
    const app = conversation();
    app.say("booking app for a barber");
    expect(app.say("open 10 to 20, each cut takes 20 minutes").text).toContain(
      "offers times from 10:00 to 20:00, 20 minutes each",
    );
    const page = app.files.find(({ content }) => content.includes("SlotPicker"))!;
    expect(page.content).toMatch(/from=\{10\}\s+to=\{20\}\s+minutes=\{20\}\s+daysOff=\{\[0\]\}/);
    expect(app.files.find(({ path }) => path === "entities/Appointment.json")!.content).toMatch(/"minutes": 20/);
  });

  it("of a single day are refused with a reason", () => {
    const app = conversation();
    app.say("booking app for a barber");
    expect(app.say("open until 8pm on thursdays").text).toContain("one pair of hours holds for all days that are open");
  });
});
