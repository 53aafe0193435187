import { expect, it } from "vitest";
import { germanInEnglish } from "@/offline/lexicon/german-in-english";

// German in the English of the readers, as far as word order and compounds go.

it.each([
  ["Mitarbeiter reichen Ideen ein", "employees submit ideas"],
  ["Mitarbeiter stellen Anträge mit von, bis, Grund", "employees submit requests with from, until, reason"],
  ["Ich möchte meine Kunden, Termine und Rechnungen verwalten", "i need my customers, appointments and invoices"],
  ["Rezeptesammlung mit Zutaten und Zubereitungszeit", "recipe collection with ingredients and preparation time"],
  ["Buchungen mit Gast, Anzahl Personen, Preis", "bookings with guest, number of people, price"],
  ["Geräte mit Standort und wer es gerade hat", "devices with location and who has it"],
  [
    "Kleingartenverein mit Parzellen, Mitgliedern und Arbeitsstunden",
    "allotment association with plots, members and working hours",
  ],
  ["Medien (Titel, Art: Buch/DVD/Spiel)", "Medien (title, type: Buch/DVD/Spiel)"],
  ["Gäste (Name, vegetarisch: ja/nein)", "guests (name, vegetarian: yes/no)"],
])("%s", (german, english) => {
  expect(germanInEnglish(german)).toBe(english);
});

it("takes no verb for a noun that sounds like it", () => {
  expect(germanInEnglish("Ferienwohnung vermieten: Buchungen")).not.toContain("rent payments");
});
