import { describe, expect, it } from "vitest";
import { ownSaid } from "@/offline/description/wishes/own-said";
import { conversation } from "../support/offline";

const own = ["creator", "admin"];

describe("people who see only what is their own", () => {
  it.each([
    ["yoga studio where members book classes and see only their own bookings", ["Booking"]],
    ["yoga studio where members book classes. Members see only their own bookings", ["Booking"]],
    ["yoga studio with classes and bookings, members can see only their own bookings", ["Booking"]],
    ["tutoring school with students, lessons and homework; students only see their own homework", ["Homework"]],
    ["clinic where patients see only their own appointments", ["Appointment"]],
    ["freelancer portal where clients see only their own projects and invoices", ["Project", "Invoice"]],
    ["a landlord app where tenants can report repairs and see only their own reports", ["Report"]],
    ["sales team with reps and deals, reps may only see their own deals", ["Deal"]],
  ])("keeps the rows of others from them: %s", (said, tables) => {
    const app = conversation();
    const { text } = app.say(said);
    for (const table of tables) {
      expect(app.entity(table)!["x-accessControl"]!.rules!.read).toEqual(own);
      // Without a rule of its own the pair counts.
      const { rules, permissions } = app.entity(table)!["x-accessControl"]!;
      expect(rules!.update ?? [permissions!.write]).toContain("creator");
    }
    expect(text).toContain("only who made a row and admins can see");
    expect(text).not.toContain("only the creator can");
  });

  it.each(["members see their own bookings first", "each artist has their own page", "see only bookings of today"])(
    "is not said by: %s",
    (said) => expect(ownSaid(said)).toEqual([]),
  );
});
