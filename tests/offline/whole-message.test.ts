import { expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { differencesBetween } from "@/offline/request/differences/between";
import { plainMessage } from "@/offline/change/message/whole-message";
import { conversation } from "../support/offline";

it.each([
  ["the venue is required, don't let anybody save without", "the venue is required"],
  ["only two left? Then make it orange so i reorder", "make it orange if only two left so i reorder"],
  ["give those a calendar - i mean the wheels, by stored on", "give the wheels a calendar by stored on"],
  ["condition isn't free text. Pick from new, good, shabby", "make condition a dropdown with new, good, shabby"],
  [
    'rename the status value "doing" to "busy" and append "blocked"',
    'rename the status value "doing" to "busy". Add "blocked" to the status options',
  ],
  ['phone becomes "mobile"', 'rename phone to "mobile"'],
  ["seed 20 tasks and 5 developers", "add 20 sample tasks. Add 5 sample developers"],
  ["the shop becomes busy in June", "the shop becomes busy in June"],
])("%s", (said, plain) => {
  expect(plainMessage(said)).toBe(plain);
});

const scene =
  "Optician: customers (name, phone), frames (brand, price, stock), orders (customer, frame, status: ordered/ready)";
const changed = (message: string) => {
  const app = conversation();
  app.say(scene);
  const before = readModel(app.files, "Untitled").model;
  const { text } = app.say(message);
  return { lines: differencesBetween(before, readModel(app.files, "Untitled").model).map(({ line }) => line), text };
};

it.each([
  ["customers can swim already? yes/no for each customer", []],
  ["add three customers: Pia Kern, Tom Wolf, Ada Stone", []],
  ["turn it into diet with meat, fish", []],
])("guesses no table, field or name: %s", (message, lines) => {
  const done = changed(message);
  expect(done.lines).toEqual(lines);
  expect(done.text).toContain("What I did not do");
});

it("makes a table that software people call a new entity", () => {
  expect(changed("new entity Comment with FK to order, author (string), body (text)").lines[0]).toContain(
    "+table Comment",
  );
});
