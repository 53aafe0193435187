import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { writeApp } from "@/offline/write/app";
import { brokenLinks, conversation, faultsOf } from "../support/offline";

const crm =
  "A CRM with contacts (name, email, status: lead/won/lost), deals with an amount and a due date that belong to a contact, and a dashboard";

describe("the journey of the walking skeleton", () => {
  it("builds the CRM with its two tables, its link and its dashboard", () => {
    const app = conversation();
    const turn = app.say(crm);
    expect(turn.failed).toEqual([]);
    expect(app.entities()).toEqual(["Contact", "Deal"]);
    expect(Object.keys(app.entity("Contact")!.properties)).toEqual(["name", "email", "status"]);
    expect(app.entity("Contact")!.properties.status!.enum).toEqual(["lead", "won", "lost"]);
    expect(app.entity("Contact")!.properties.email!.format).toBe("email");
    expect(app.entity("Deal")!.properties.amount).toEqual({ type: "number" });
    expect(app.entity("Deal")!.properties.due_date).toEqual({ type: "string", format: "date" });
    expect(app.entity("Deal")!.required).toEqual(["title"]);
    expect(app.entity("Deal")!.properties.contact).toEqual({ type: "string", "x-reference": "Contact" });
    expect(app.entity("Deal")!["x-accessControl"]!.permissions).toEqual({ read: "all", write: "all" });
    expect(app.pages()).toEqual(["Contacts", "Dashboard", "Deals"]);
    expect(faultsOf(app.files)).toEqual([]);
    expect(turn.text).toContain("CRM");
  });

  it("fills it with rows whose links lead to rows", () => {
    const { staged } = conversation().say(crm);
    expect(staged.records.map(({ entity, rows }) => [entity, rows.length])).toEqual([
      ["Contact", 7],
      ["Deal", 13],
    ]);
    expect(brokenLinks(staged)).toEqual([]);
    expect(staged.records[1]!.rows.every(({ fields }) => String(fields.contact).startsWith("$ref:contact"))).toBe(true);
  });

  it("adds a phone number to contacts and changes only what follows from that", () => {
    const app = conversation();
    app.say(crm);
    const before = new Map(app.files.map(({ path, content }) => [path, content]));
    const turn = app.say("add a phone number to contacts");
    expect(turn.failed).toEqual([]);
    expect(Object.keys(app.entity("Contact")!.properties)).toEqual(["name", "email", "status", "phone_number"]);
    expect(turn.actions.map(({ type, file }) => [type, file])).toEqual([
      ["edit_entity", "Contact"],
      ["partial_edit", "pages/Contacts.jsx"],
    ]);
    expect(app.files.filter(({ path, content }) => before.get(path) !== content).map(({ path }) => path)).toEqual([
      "entities/Contact.json",
      "pages/Contacts.jsx",
    ]);
    expect(app.read("pages/Contacts.jsx")).toContain("phone_number");
    expect(faultsOf(app.files)).toEqual([]);
  });

  it("makes the status a dropdown, of the table spoken of last", () => {
    const app = conversation();
    app.say(crm);
    app.say("add a phone number to contacts");
    const turn = app.say("make status a dropdown with new, won, lost");
    expect(turn.failed).toEqual([]);
    expect(app.entity("Contact")!.properties.status).toEqual({
      type: "string",
      enum: ["new", "won", "lost"],
      default: "new",
    });
    expect(turn.text).toContain("lead");
    expect(faultsOf(app.files)).toEqual([]);
  });

  it("leaves files that are exactly what the writer gives for the model they hold", () => {
    const app = conversation();
    app.say(crm);
    app.say("add a phone number to contacts");
    const written = writeApp(readModel(app.files, "").model);
    for (const { path, content } of written) expect(app.read(path), path).toBe(content);
  });
});
