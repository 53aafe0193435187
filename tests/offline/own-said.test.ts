import { describe, expect, it } from "vitest";
import { readAccess } from "@/offline/access/read-access";
import { besidesAddress, conversation } from "../support/offline";

const own = ["creator", "admin"];

describe("people who see only what is their own", () => {
  it.each([
    ["yoga studio where members book classes and see only their own bookings", ["Booking"]],
    ["yoga studio where members book classes. Members see only their own bookings", ["Booking"]],
    ["yoga studio with classes and bookings, members can see only their own bookings", ["Booking"]],
    ["clinic where patients see only their own appointments", ["Appointment"]],
    ["a landlord app where tenants can report repairs and see only their own reports", ["Repair"]],
    ["sales team with reps and deals, reps may only see their own deals", ["Deal"]],
  ])("keeps the rows of others from them: %s", (said, tables) => {
    const app = conversation();
    const { text } = app.say(said);
    for (const table of tables) {
      expect(besidesAddress(app.entity(table)!["x-accessControl"]!.rules!.read!)).toEqual(own);
      // Without a rule of its own the pair counts.
      const { rules, permissions } = app.entity(table)!["x-accessControl"]!;
      expect(rules!.update ?? [permissions!.write]).toContain("creator");
    }
    expect(text).toMatch(/only who made a row and admins can see|sees only their own; admins see and change all/);
    expect(text).not.toContain("only the creator can");
  });

  it.each([
    ["tutoring school with students, lessons and homework; students only see their own homework", ["Homework"]],
    ["freelancer portal where clients see only their own projects and invoices", ["Project", "Invoice"]],
  ])("keeps what the team writes of each of them from the others, and from their hands: %s", (said, tables) => {
    const app = conversation();
    app.say(said);
    for (const table of tables) {
      const { rules, permissions } = app.entity(table)!["x-accessControl"]!;
      // Theirs is what has their address, in the row or in the student of the row.
      expect(JSON.stringify(rules!.read)).toContain('"is":"my address"');
      expect(rules!.read).not.toContain("all");
      expect(rules!.update ?? [permissions!.write]).toEqual(["admin"]);
    }
  });

  it.each(["members see their own bookings first", "each artist has their own page", "see only bookings of today"])(
    "is not said by: %s",
    (said) => expect(readAccess(said)).toEqual([]),
  );
});

describe("people who are told later that they see only their own", () => {
  it.each([
    ["crm with deals and contacts", "sales reps only see their own deals", "Deal"],
    ["tickets for our IT helpdesk", "people only see their own tickets", "Ticket"],
    ["crm with deals and contacts", "each person can only see the deals they created", "Deal"],
  ])("leave all rows to admins: %s, %s", (first, change, table) => {
    const app = conversation();
    app.say(first);
    const { text } = app.say(change);
    const { rules, permissions } = app.entity(table)!["x-accessControl"]!;
    expect(rules, text).toEqual({ read: own, update: own, delete: own });
    // Whoever is signed in still adds rows.
    expect(permissions!.write).toBe("creator");
    expect(text).toContain("only who made a row and admins can see, change or delete them");
  });

  it.each(["make deals private", "only the creator can see and edit deals"])(
    "say so where admins are out: %s",
    (said) => {
      const app = conversation();
      app.say("crm with deals and contacts");
      app.say(said);
      expect(app.entity("Deal")!["x-accessControl"]).toEqual({ permissions: { read: "creator", write: "creator" } });
    },
  );
});
