import { describe, expect, it } from "vitest";
import { differencesBetween } from "@/offline/request/differences/between";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const modelOf = (app: ReturnType<typeof conversation>) => readModel(app.files, "Untitled").model;
const shop = conversation();
shop.say(
  "Print shop: customers (name, email, phone), orders (customer, copies, due date, status: new/printing/done), papers (name, weight, serial number, photo, finish: matt/gloss)",
);

/** The app's difference after a message, and the reply. */
function after(said: string): { lines: string[]; text: string } {
  const app = conversation(undefined, undefined, shop.begun);
  const before = modelOf(app);
  const { text } = app.say(said);
  return { lines: differencesBetween(before, modelOf(app)).map(({ line }) => line), text };
}

describe("What a change in a hurry asks for", () => {
  it.each([
    // Several rules of one field in a row.
    [
      "weight: at most 400, at least 60, normally 90",
      "~field Paper.weight default=90,~field Paper.weight minimum=60,~field Paper.weight maximum=400",
    ],
    ["weight: required, minimum 60", "~field Paper.weight minimum=60,~field Paper.weight required"],
    [
      "weight: nothing under 60, and it cant be left empty",
      "~field Paper.weight minimum=60,~field Paper.weight required",
    ],
    [
      "serial number: mandatory and only once in the system",
      "~field Paper.serial_number unique,~field Paper.serial_number required",
    ],
    // Options.
    ["done comes before printing, not after it", "~field Order.status order new, done, printing"],
    ["take 'printing' out of the status of the orders", "~field Order.status -printing"],
    ["replace matt with silk", "~field Paper.finish options silk, gloss"],
    [
      "weight of a paper: one should only be able to choose between light, medium and heavy",
      "~field Paper.weight kind=enum options light, medium, heavy",
    ],
    ["silk is a finish too", "~field Paper.finish +silk"],
    // What is taken back.
    ["papers as a board by finish plz.. ah no, leave everything as it is, sorry", ""],
    // New fields.
    ["add a price per copy", "+field Order.price_per_copy money"],
    ["add an email address and a birthday to customers", "+field Customer.birthday date"],
    ["add sugar and acid to the papers, both are numbers", "+field Paper.sugar number,+field Paper.acid number"],
    [
      "A source language and a target language for each order, to be picked out of EN, DE, FR",
      "+field Order.source_language enum EN, DE, FR,+field Order.target_language enum EN, DE, FR",
    ],
    [
      "I forgot something with the papers, the maker and the origin, sorry",
      "+field Paper.maker text,+field Paper.origin text",
    ],
    ["instead of the weight of papers we want a thickness", "-field Paper.weight,+field Paper.thickness text"],
    // Lists and names.
    ["I don't need the weight in the list of papers, only when I open one", "~page Papers hides weight"],
    ["papers from Z to A", "~page Papers sort name desc"],
    [
      "we never say papers. The word is Sheets. Can you change it",
      "~table Paper title=Sheets,~page Papers title=Sheets",
    ],
    // Rights.
    ["No one else is allowed to change papers", "access Paper read=all write=admin"],
  ])("“%s”", (said, wanted) => {
    const { lines, text } = after(said);
    expect(lines.join()).toBe(wanted);
    expect(text).not.toContain("What I did not do");
  });

  it.each([
    ["a function that sends an sms, with a secret TWILIO_KEY", "files in “Edit Code”"],
    ["add roles admin and viewer", "the Members page"],
  ])("is declined with the place where it is done: “%s”", (said, place) => {
    const { lines, text } = after(said);
    expect(lines).toEqual([]);
    expect(text).toContain(place);
  });
});
