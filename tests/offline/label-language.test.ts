import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const english = "a gym app with members, classes and bookings";

function labels(...messages: string[]) {
  const app = conversation();
  for (const message of messages) app.say(message);
  const { model } = readModel(app.files, "Untitled");
  const member = model.entities.find(({ name }) => name === "Member")!;
  return {
    table: [member.title, member["x-plural"]],
    phone: member.properties.phone!.title,
    joined: member.properties.joined!.title,
    pages: model.pages.map(({ title }) => title),
  };
}

describe("The language of labels", () => {
  it.each([
    "labels in german",
    "german labels please",
    "translate the labels to german",
    "die Beschriftungen bitte auf Deutsch",
  ])("is German where it is asked for, on tables, fields and pages: %s", (said) =>
    expect(labels(english, said)).toMatchObject({
      table: ["Mitglied", "Mitglieder"],
      phone: "Telefon",
      joined: "Dabei seit",
      pages: expect.arrayContaining(["Kurse: Kalender", "Buchungen"]),
    }),
  );

  it("is English again, but for what somebody gave a name of its own", () =>
    expect(
      labels(english, "rename joined to on board since", "labels in german", "labels in english again"),
    ).toMatchObject({
      table: [undefined, undefined],
      phone: undefined,
      pages: expect.arrayContaining(["Classes calendar", "Bookings"]),
    }));

  it("names the words that it has no German for, and tells that the app's own buttons stay English", () => {
    const app = conversation();
    app.say("a list of quokkas with burrow depth");
    const { text } = app.say("labels in german");
    expect(text).toContain("I know no German word for");
    expect(text).toContain("buttons and messages are English");
  });

  it("is right in the number of many, and for what the trade's data call otherwise", () => {
    const app = conversation();
    app.say(
      "cinema with screenings (film, room, starts at), categories, guests (name, plus one) and body measurements",
    );
    app.say("labels in german");
    const { entities } = readModel(app.files, "Untitled").model;
    const many = entities.map((entity) => entity["x-plural"]);
    expect(many).toEqual(expect.arrayContaining(["Vorstellungen", "Kategorien", "Gäste", "Messungen"]));
    expect(entities.find(({ name }) => name === "Guest")!.properties.plus_one!.title).toBe("Begleitung");
  });

  it("keeps the capitals of German nouns within English sentences", () => {
    const app = conversation();
    app.say("recipe site");
    app.say("labels in german");
    const home = app.files.find(({ content }) => content.includes("<Hero"))!.content;
    expect(home).toContain("See all Rezepte");
    expect(home).not.toMatch(/rezepte/);
  });
});
