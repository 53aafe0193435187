import { expect, it } from "vitest";
import { titleOf } from "@/offline/draft/draft";
import { readModel } from "@/offline/model/app-model";
import { labelFor } from "@/offline/model/field-kinds";
import { conversation } from "../support/offline";

const shownBy = (message: string) => {
  const app = conversation();
  app.say(message);
  return readModel(app.files, "Untitled").model.entities.map((entity) => {
    const labels = Object.entries(entity.properties).map(([field, value]) => labelFor(field, value));
    return `${entity.title ?? entity.name}, ${titleOf(entity)}: ${labels.join(", ")}`;
  });
};

it.each([
  [
    "Hausnotruf: Kunden (Name, Adresse, Telefon), Geräte (Nummer, Kunde, installiert am), Alarme (Kunde, Zeitpunkt, Grund)",
    [
      "Kunde, Kunden: Name, Adresse, Telefon",
      "Gerät, Geräte: Nummer, Installiert am, Kunde",
      "Alarme, Alarme: Name, Zeitpunkt, Kunde, Grund",
    ],
  ],
  [
    "Ich sammle Fossilien: Bezeichnung, Fundort, Funddatum, Zeitalter, Foto",
    ["Fossilien, Fossilien: Bezeichnung, Fundort, Funddatum, Zeitalter, Foto"],
  ],
  [
    "Kita-Garderobe: Kinder mit Name, Haken-Nummer, Gummistiefelgröße",
    ["Kind, Kinder: Name, Haken-Nummer, Gummistiefelgröße"],
  ],
])("shows the German words of: %s", (message, tables) => {
  expect(shownBy(message)).toEqual(tables);
});

it.each([
  [
    "Eine App mit Terminen, Geräten, Räumen und Mitarbeitern",
    ["Termin, Termine", "Gerät, Geräte", "Raum, Räume", "Mitarbeiter, Mitarbeiter"],
  ],
  [
    "Ein Verein mit Mitgliedern, Beiträgen und Veranstaltungen",
    ["Mitglied, Mitglieder", "Beitrag, Beiträge", "Veranstaltung, Veranstaltungen"],
  ],
  ["Eine App für meine Schule mit Lehrern, Schülern und Noten", ["Lehrer, Lehrer", "Schüler, Schüler", "Note, Noten"]],
])("calls tables by the nominative of what is said in the dative: %s", (message, tables) => {
  expect(new Set(shownBy(message).map((one) => one.split(":")[0]))).toEqual(new Set(tables));
});

it("names a link after one row", () => {
  expect(shownBy("Eine App mit Terminen und Geräten").join()).toMatch(
    /Termin, Termine: .*Gerät$|Termin, Termine: .*Gerät,/,
  );
});

it("keeps two fields whose compounds end in one noun", () => {
  expect(shownBy("Lager: Artikel (Name, Menge, Mindestmenge)").join()).toContain("Menge, Mindestmenge");
});

it("keeps choices in brackets in the person's own words", () => {
  const app = conversation();
  app.say("Brennholzverkauf – Kunde, Adresse, Holzart (Buche, Eiche, Fichte), Raummeter, Lieferdatum, bezahlt");
  expect(app.entity("Sale")!.properties.holzart!.enum).toEqual(["Buche", "Eiche", "Fichte"]);
  expect(app.entity("Sale")!.title).toBe("Brennholzverkauf");
});

it("finds tables and fields of later messages by the German word and by the English one", () => {
  const app = conversation();
  app.say("Skischule: Kunden (Name, Telefon), Kurse (Titel, Beginn)");
  expect(app.say("Telefon ist Pflicht").text).not.toContain("did not understand");
  expect(app.entity("Customer")!.required).toContain("phone_number");
  expect(app.say("füge bei den Kunden ein Geburtsdatum hinzu").text).not.toContain("did not understand");
  // The course that a customer is in is the fourth.
  expect(Object.keys(app.entity("Customer")!.properties)).toHaveLength(4);
  app.say("make the phone number of customers optional");
  expect(app.entity("Customer")!.required).not.toContain("phone_number");
});
