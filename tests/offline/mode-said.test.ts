import { expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const made = (prompt: string) => {
  const app = conversation();
  const { text } = app.say(prompt);
  return { text, model: readModel(app.files, "Untitled").model };
};

it.each([
  ["A recipe app with recipes and ingredients. Make it dark", "dark"],
  ["book club app with books and members, make it dark", "dark"],
  ["a CRM with contacts and deals in dark mode", "dark"],
  ["Inventory of tools (name, price), dark", "dark"],
  ["I need an app for my gym in a dark theme with orange buttons", "dark"],
  ["todo app with tasks, dark design, and a calendar", "dark"],
  ["dark mode todo list", "dark"],
  ["a habit tracker with habits, dark and calm", "dark"],
  ["A website with tours and news. Dark and calm.", "dark"],
  ["dark and calm recipe app with recipes and ingredients", "dark"],
  ["I want a calm, dark app for my journal entries", "dark"],
  ["a reading list with books. it should look dark and calm", "dark"],
  ["a shop for wines (name, taste: dark and elegant/light)", "system"],
  ["Make it dark. A CRM with contacts", "dark"],
  ["a blog with posts and a light theme", "light"],
  ["coffee shop: beans (name, roast: light/medium/dark)", "system"],
])("the first prompt says how the app looks: %s", (prompt, mode) => {
  const { text, model } = made(prompt);
  expect(model.look.mode).toBe(mode);
  expect(text).not.toContain("What I did not do");
  expect(model.entities.flatMap(({ name, properties }) => [name, ...Object.keys(properties)]).join(" ")).not.toMatch(
    /dark|make/i,
  );
});
