import { describe, expect, it } from "vitest";
import { plainBookings } from "@/offline/rephrase/booked-at";
import { plainKeeping } from "@/offline/rephrase/kept-at";
import { inOrder, rule } from "@/offline/rephrase/phrase-rule";
import { plainSelling } from "@/offline/rephrase/sold-at";
import { plainFound } from "@/offline/rephrase/who-is-found";

describe("A phrase is written as it is said", () => {
  it("is the whole message, with or without how a request opens", () => {
    const plain = rule("{ask}{app} for {our} {house}", "{house}: {app}");
    expect(plain("please build me a small app for our rowing club.")).toBe("rowing club: app");
    expect(plain("an app for our rowing club where members meet")).toBe(
      "an app for our rowing club where members meet",
    );
  });

  it("leaves what stands before and behind it where it says …", () => {
    expect(rule("…(red|green) {word}…", "blue {word}")("a green car, a red boat")).toBe("a blue car, a blue boat");
    expect(rule("sell {word}…", "offer {word}")("sell honey and jam")).toBe("offer honey and jam");
  });

  it("catches nothing as an empty text, and leaves the message as it is for null", () => {
    expect(rule("rent(,? with {list})?", ({ list }) => `<${list}>`)("rent")).toBe("<>");
    expect(rule("rent {word}", () => null)("rent boats")).toBe("rent boats");
  });

  it("two parts of one sort are told apart by a number", () =>
    expect(rule("{word} of {word2}", "{word2}, {word}")("keys of cars")).toBe("cars, keys"));

  it("rules go on with what the last one made", () => expect(inOrder([rule("a", "b"), rule("b", "c")])("a")).toBe("c"));
});

describe("First messages in the words that the readers know", () => {
  it.each([
    [plainBookings, "a parking spot booking app for our office", "parking spot booking: parking spots, bookings"],
    [plainBookings, "laptop checkout for our school", "laptop loans: laptops, loans"],
    [
      plainBookings,
      "an app for our rowing club to reserve boats",
      "An app for our rowing club where members can book boats",
    ],
    [plainSelling, "I want to sell my paintings", "an online shop for paintings"],
    [plainKeeping, "a tool for our church to schedule volunteers", "schedule volunteers for our church"],
    [plainKeeping, "a tool for my mother to store her recipes", "a tool to store my recipes"],
    [plainFound, "marketplace for tutors", "Tutor marketplace: tutors, bookings, reviews"],
    [plainFound, "directory of hiking trails with ratings", "Hiking trail directory: hiking trails and ratings"],
    [plainFound, "a directory of our club members", "member list"],
  ])("%#", (plain, said, expected) => expect(plain(said).toLowerCase()).toBe(expected.toLowerCase()));
});
