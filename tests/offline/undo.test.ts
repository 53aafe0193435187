import { describe, expect, it } from "vitest";
import { undoIn } from "@/offline/undo";
import { composeReply } from "@/offline/provider";
import { parseReply } from "@/engines/protocol/parse";
import { stageActions } from "@/features/turns/stage";
import { conversation, today } from "../support/offline";

describe("A wish to undo the last change", () => {
  it.each([
    "undo",
    "undo that",
    "Undo the last change",
    "revert",
    "revert the last change please",
    "take that back",
    "take the last thing back",
    "mach das rückgängig",
    "mach die letzte Änderung bitte rückgängig",
    "nimm das zurück",
    "go back to how it was before",
    "back to how it was",
    "put it back like it was",
    "udno that",
    "undo teh last chnage",
    "rever it",
    "can you undo?",
    "oops. undo that",
    "undo that last one please, i clicked too fast",
    "that's not what i wanted, take it back",
    "no, go back",
    "revert!!! i hate the pink",
    "Sorry, I think I broke it. Could you revert whatever I asked for just before?",
    "is it possible that we undo the last thing you did, the board looks horrible",
    "Undo! Undo!",
    "go back one step",
    "restore the previous version",
    "reverse it",
  ])("is heard in “%s”", (text) => {
    expect(undoIn(text, false)).toMatchObject({ undo: { count: 1, of: [], isFar: false }, rest: "" });
  });

  it.each([
    ["undo the last two changes", 2],
    ["take back the last 3 changes", 3],
    ["undo twice", 2],
  ])("counts: %s", (text, count) => expect(undoIn(text, false).undo).toMatchObject({ count, of: [] }));

  it.each([
    ["Could you undo the thing with the fonts?", ["fonts"]],
    ["revert the header colour", ["header", "colour"]],
    ["put the couples back as they were", ["couples"]],
    ["undo the stage", ["stage"]],
  ])("names its change: %s", (text, of) => expect(undoIn(text, false).undo).toMatchObject({ of }));

  it.each(["undo everything", "go back to version 3", "revert to yesterday", "undo all changes"])(
    "may go too far: %s",
    (text) => expect(undoIn(text, false).undo).toMatchObject({ isFar: true }),
  );

  it.each([
    ["undo that and make the header blue", "make the header blue"],
    ["Undo, and then make the buttons (not the header!) lemon", "make the buttons (not the header!) lemon"],
    ["add a phone number to contacts. undo the last change", "add a phone number to contacts"],
  ])("leaves the rest of a message: %s", (text, rest) =>
    expect(undoIn(text, false)).toMatchObject({ undo: { of: [] }, rest }),
  );

  it.each([
    "Undo nothing else please, I'm happy with it!",
    "add buttons: save, undo",
    "add an undo button to the tasks",
    "borrowers take books back to the library",
    "go back to the home page after saving",
    "add a field called last change",
    "people can restore deleted rows",
    "put the price before the name",
    "make it like the old website",
    "do not undo that",
    "the version was released",
  ])("is not heard in “%s”", (text) => {
    expect(undoIn(text, false)).toEqual({ rest: text });
    expect(undoIn(text, true)).toEqual({ rest: text });
  });
});

describe("The offline builder told of the app before", () => {
  const begin = () => {
    const app = conversation("CRM");
    app.say("a crm with contacts (name, email, status: lead/won/lost) and deals (title, amount, stage: new/won)");
    return app;
  };
  const undo = (text: string, change: string) => {
    const app = begin();
    const before = app.files;
    app.say(change);
    const files = app.files;
    const messages = [...app.begun.messages, { role: "user" as const, content: text }];
    const earlier = { files: before, undone: [change] };
    const reply = composeReply({ messages, workspace: { files, appName: "CRM" }, earlier }, today);
    const { text: said, actions } = parseReply(reply);
    const staged = stageActions(files, actions);
    return { before, files, after: staged.files, said, actions, results: staged.results };
  };

  it.each([
    "add a phone number to contacts",
    "remove the stage of deals",
    "add a table for invoices with number and amount",
    "remove deals",
    "make the header dark green",
    "only admins can edit deals",
    "rename contacts to people",
  ])("stages exactly what goes back: %s", (change) => {
    const { before, after, said, results } = undo("undo that", change);
    expect(after).toEqual(before);
    expect(said).toContain(`Undid “${change}”.`);
    expect(results.every(({ status }) => status === "applied")).toBe(true);
  });

  it("says what is different, and that rows stay", () => {
    const { said } = undo("undo that", "add a phone number to contacts");
    expect(said).toMatch(/Contacts no longer have the field phone.*; what was stored there stays in the rows\./);
    expect(said).toContain("Rows of tables stay as they are.");
  });

  it("does the rest of the message to the app as it was", () => {
    const { after, before, said } = undo(
      "undo that and add a fax number to contacts",
      "add a phone number to contacts",
    );
    const contact = JSON.parse(after.find(({ path }) => path === "entities/Contact.json")!.content);
    const stood = JSON.parse(before.find(({ path }) => path === "entities/Contact.json")!.content);
    expect(Object.keys(contact.properties)).toEqual([...Object.keys(stood.properties), expect.stringContaining("fax")]);
    expect(said).toMatch(/Undid[^]*What I did:[^]*fax/);
  });

  it.each(["undo the phone number", "revert the phone"])("undoes a change by its name: %s", (text) => {
    const { after, before } = undo(text, "add a phone number to contacts");
    expect(after).toEqual(before);
  });

  it.each([
    ["undo the dark mode", "add a phone number to contacts"],
    ["undo the phone number", "add a phone number to contacts and make the header red"],
    ["undo everything", "add a phone number to contacts"],
  ])("takes nothing else back: “%s” after “%s”", (text, change) => {
    const { actions, said } = undo(text, change);
    expect(actions).toEqual([]);
    expect(said).toContain("Restore");
  });

  it("undoes the very first request", () => {
    const app = begin();
    const messages = [...app.begun.messages, { role: "user" as const, content: "undo that" }];
    const earlier = { files: [], undone: ["a crm"] };
    const reply = composeReply({ messages, workspace: { files: app.files, appName: "CRM" }, earlier }, today);
    const { text, actions } = parseReply(reply);
    expect(stageActions(app.files, actions).files).toEqual([]);
    expect(text).toContain("The app is empty again");
  });
});
