import { describe, expect, it } from "vitest";
import { readModel } from "@/offline/model/app-model";
import { conversation } from "../support/offline";

const begin = () => {
  const app = conversation("Allotments");
  app.say(
    "an app for our allotments with plots (number, size, state: free/let, rent paid yes/no, price) and tenants (name, email)",
  );
  return app;
};
const after = (...requests: string[]) => {
  const app = begin();
  for (const request of requests.slice(0, -1)) app.say(request);
  const turn = app.say(requests.at(-1)!);
  const { look, pages } = readModel(app.files, "Allotments").model;
  return { look, pages, text: turn.text, actions: turn.actions };
};

describe("A part of the look, named in passing", () => {
  it.each([
    ["compact layout", "compact"],
    ["dense layout", "compact"],
    ["spacious layout", "airy"],
    ["give it a compact layout", "compact"],
  ])("needs no article: %s", (request, density) => expect(after(request).look.density).toBe(density));

  it.each(["thin borders", "make the borders thin", "thicker lines", "no borders"])(
    "that has no setting gets a reason, and no field: %s",
    (request) => {
      const { actions, text } = after(request);
      expect(actions).toEqual([]);
      expect(text).toContain("Borders have one width");
    },
  );

  it("keeps what can be done beside what cannot", () => {
    const { look, text } = after("make it compact with thin borders");
    expect(look.density).toBe("compact");
    expect(text).toContain("Borders have one width");
  });

  it.each([
    ["nice round corners", "radius", "round"],
    ["cool dark theme", "mode", "dark"],
  ] as const)("is no courtesy: %s", (request, key, value) => expect(after(request).look[key]).toBe(value));

  it.each(["nice, thanks", "looks great!", "ok", "no", "that's perfect"])("is none in “%s”", (said) =>
    expect(after(said).text).toContain("Tell me what to change next"),
  );
});

describe("A colour", () => {
  it.each([
    ["make it navy", "The main colour is navy now."],
    ["make it dark blue", "The main colour is dark blue now."],
    ["make the buttons light grey", "The buttons are light grey now."],
    ["make free plots navy", "Rows of plots are navy when"],
    ["make the buttons mauve", "The buttons are mauve now."],
  ])("is told as it was said: %s", (request, words) => expect(after(request).text).toContain(words));

  it.each(["make it a light grey sidebar", "give it a light grey sidebar", "make the sidebar light grey"])(
    "of the sidebar is told to be that: %s",
    (request) => {
      const { look, text } = after(request);
      expect(look).toMatchObject({ layout: "sidebar", colors: { header: "#d3d3d3" } });
      expect(text).toContain("The sidebar, which is the header on phones, is light grey now.");
    },
  );

  it("of a sidebar brings one, where the menu is at the top", () => {
    const { look, text } = after("menu on top", "give it a light grey sidebar");
    expect(look).toMatchObject({ layout: "sidebar", colors: { header: "#d3d3d3" } });
    expect(text).toContain("sidebar");
  });

  it("of a sidebar that is not there goes nowhere", () => {
    const { actions, text } = after("menu on top", "make the sidebar light grey");
    expect(actions).toEqual([]);
    expect(text).toContain("there is no sidebar");
  });

  it("does not take the place of what else a look is asked for", () =>
    expect(after("make it a top menu with a navy bar").text).toContain("What I did not do"));
});

describe("Each part of a message", () => {
  it("is a request of its own behind rights", () => {
    const { pages, text } = after("only admins can delete tenants, and plots on a board by state");
    expect(pages).toContainEqual(expect.objectContaining({ kind: "board", entity: "Plot", field: "state" }));
    expect(text).toContain("Tenants: only admins can delete them.");
  });

  it("that cannot be done leaves the others alone, and is refused by itself", () => {
    const { pages, text } = after("only admins can delete tenants, and plots on a board by rent paid");
    expect(pages.some(({ kind }) => kind === "board")).toBe(false);
    expect(text).toContain("Tenants: only admins can delete them.");
    expect(text).toMatch(/a board goes by a dropdown.*rent paid of plots is not one/);
  });

  it.each([
    ["plots on a board by price", "a board goes by a dropdown"],
    ["calendar of plots by price", "a calendar goes by a date"],
  ])("shows nothing by another field than was said: %s", (request, words) => {
    const { actions, text } = after(request);
    expect(actions).toEqual([]);
    expect(text).toContain(words);
  });
});
