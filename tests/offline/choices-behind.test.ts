import { describe, it } from "vitest";
import { changesOf, type Told, toldBy } from "../support/scenes";

const scenes = {
  sweep: "chimney sweep: houses, visits, defects",
  skis: "ski rental: skis, boots, customers, rentals",
  brewery: "craft brewery: recipes, batches, tanks",
  casting: "film casting: actors, projects, auditions",
  courier: "company car pool: cars, drivers, trips",
  club: "boat club: boats, members, outings",
};
const told = toldBy(changesOf(scenes));
type Row = Told<keyof typeof scenes>;

describe("What may be picked, right behind its name", () => {
  it.each<Row>([
    [
      "sweep",
      "defects have severity low, medium, high; high in red",
      ["+field Defect.severity enum low, medium, high", "look condition Defect.severity high #ff0000"],
    ],
    ["sweep", "add a mood good, ok, bad to visits", ["+field Visit.mood enum good, ok, bad"]],
    [
      "sweep",
      "visits status open, planned, cancelled and done",
      ["~field Visit.status options open, planned, cancelled, done"],
    ],
    [
      "sweep",
      "houses with condition new, good, worn and worn ones grey",
      ["+field House.condition enum new, good, worn", "look condition House.condition worn #808080"],
    ],
    ["skis", "boots level beginner, expert, racer", ["+field Boot.level enum beginner, expert, racer"]],
    [
      "skis",
      "skis condition new, good, worn, broken and broken ones grey",
      ["+field Ski.condition enum new, good, worn, broken", "look condition Ski.condition broken #808080"],
    ],
    ["brewery", "roast level light, medium, dark for recipes", ["+field Recipe.roast_level enum light, medium, dark"]],
  ])("%s: %s", (...row) => told(row));

  it.each<Row>([["sweep", "houses have size, price, rooms", ["+field House.size number", "+field House.rooms text"]]])(
    "is a list of fields where they are fields: %s: %s",
    (...row) => told(row),
  );

  it.each<Row>([
    [
      "brewery",
      "batches have a brew date, a status (brewing, fermenting, bottled), litres",
      ["+field Batch.brew_date date", "~field Batch.status options brewing, fermenting, bottled"],
      "already have litres",
    ],
  ])("takes the place of options that were only supposed: %s: %s", (...row) => told(row));
});

describe("Fields that are measured", () => {
  it.each<Row>([
    [
      "casting",
      "actors: height cm, eye colour, kilos in stock, price per kg",
      [
        "+field Actor.height_cm number",
        "+field Actor.eye_colour text",
        "+field Actor.kilos_in_stock number",
        "+field Actor.price_per_kg money",
      ],
    ],
    ["courier", "trips: km start, km end", ["+field Trip.km_start number", "+field Trip.km_end number"]],
    [
      "casting",
      "projects: hours worked, days absent, year harvested, opening hours",
      [
        "+field Project.hours_worked number",
        "+field Project.days_absent number",
        "+field Project.year_harvested number",
        "+field Project.opening_hours text",
      ],
    ],
    ["club", "outings: departure, return", ["+field Outing.departure date", "+field Outing.return date"]],
  ])("are numbers, by the unit in their names: %s: %s", (...row) => told(row));
});
