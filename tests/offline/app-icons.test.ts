import { expect, it } from "vitest";
import { z } from "zod";
import { describeApp } from "@/features/apps/describe-app";
import { appIconSchema } from "@/features/apps/schema";
import { read } from "@/offline/words/read-data";
import { conversation } from "../support/offline";

it.each([
  ["Inventory for my bakery", "cooking", /^Products/],
  ["A CRM with contacts, companies and deals", "address-book", /^Contacts, companies and deals$/],
  ["A clinic where patients book appointments with doctors", "heart", /appointments/i],
  [
    "Shift planning for our cafe: shifts with employee, date, start and end",
    "calendar",
    /^Shifts with employee, date, start and end$/,
  ],
  ["Track my workouts", "dumbbell", /workouts/i],
  ["Eine App für Rezepte mit Zutaten", "cooking", /^Rezepte/],
  ["Verwaltung für unsere Fahrzeuge und Fahrer", "car", /^Fahrzeuge, Fahrer$/],
  ["A real estate listings website with properties and agents", "home", /^Properties and agents$/],
])("gives “%s” the icon %s and one line of what it keeps", (sentence, icon, line) => {
  const app = conversation();
  app.say(sentence);
  const card = describeApp(app.files);
  expect(card.description).toMatch(line);
  expect(card.icon?.name).toBe(icon);
});

it("names icons and tones that there are, and no noun twice", () => {
  const lines = read(z.array(z.object({ icon: z.string(), tone: z.string(), said: z.string() })), "app-icons.json");
  for (const { icon, tone } of lines) expect(appIconSchema.parse({ name: icon, tone })).toBeTruthy();
  const nouns = lines.flatMap(({ said }) => said.split(", "));
  expect(nouns.filter((noun, at) => nouns.indexOf(noun) !== at)).toEqual([]);
});
