import { describe, expect, it } from "vitest";
import { differencesBetween } from "@/offline/request/differences/between";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const modelOf = (app: ReturnType<typeof conversation>) => readModel(app.files, "Untitled").model;
const begin = (first: string) => {
  const app = conversation();
  app.say(first);
  return app.begun;
};
const scenes = {
  bikes: begin(
    "Bicycle workshop: customers (name, phone), bikes (customer, brand, frame number), repairs (bike, problem, price, status: received/fixed/collected), parts (name, stock, price)",
  ),
  tanks: begin("Aquarium club: tanks (name, litres, photo), fish (species, tank, count, bought on)"),
  bakery: begin(
    "Bakery orders: customers (name, phone), orders (customer, quantity, pickup date, status: new/ready/collected)",
  ),
  school: begin("Language school: students (name, email), teachers (name, phone), courses (title, teacher, price)"),
};
type Row = [scene: keyof typeof scenes, said: string, lines: string[], says?: string];

const read = ([scene, said, lines, says]: Row) => {
  const app = conversation(undefined, undefined, scenes[scene]);
  const before = modelOf(app);
  const { text } = app.say(said);
  const found = differencesBetween(before, modelOf(app)).map(({ line }) => line);
  expect(found.toSorted()).toEqual(lines.toSorted());
  if (says) expect(text).toContain(says);
};
const name = ([scene, said]: Row): [string, string] => [scene, said];
const each = (rows: Row[]) => rows.map((row) => [...name(row), row] as const);

describe("What busy people ask for", () => {
  it.each(
    each([
      ["bikes", "Mark parts red as soon as the stock is below 3", ["look condition Part.stock <3 #ff0000"]],
      ["bikes", "i want to drag repairs from received to fixed", ["+page board Repair.status"]],
      ["bakery", "people should be able to drag orders from new to ready", ["+page board Order.status"]],
      ["bakery", "we need the pickup time too, not just the date", ["~field Order.pickup_date kind=datetime"]],
      ["bikes", "when we enter a new repair it should start as fixed", ["~field Repair.status default=fixed"]],
      ["bikes", 'a repair can also be "lost", please add that', ["~field Repair.status +lost"]],
      [
        "bikes",
        "the frame number is the only thing the police ask for, so it must always be filled in, and no two bikes can have the same one",
        ["~field Bike.frame_number required", "~field Bike.frame_number unique"],
        "I took “is the only thing the police ask for” for a remark.",
      ],
      [
        "tanks",
        "fish need a price and a photo, count starts at 1",
        ["+field Fish.price money", "+field Fish.photo image", "~field Fish.count default=1"],
      ],
      ["school", "students need a level A1 to C2", ["+field Student.level enum A1, A2, B1, B2, C1, C2"]],
      [
        "school",
        "add a guardian name and phone to students",
        ["+field Student.guardian_name text", "+field Student.guardian_phone phone"],
      ],
    ]),
  )("%s: %s", (_scene, _said, row) => read(row));
});

describe("What is not done", () => {
  it.each(
    each([
      ["bikes", "bikes should be red and parts older than 3 days orange", []],
      ["school", "level from A1 to B2", []],
    ]),
  )("%s: %s", (_scene, _said, row) => read(row));
});
