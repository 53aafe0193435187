import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, describe, expect, it } from "vitest";
import { type Row, table, text } from "../support/kit-table";

// What visitors see of a thing: whether it is still to be had, when it takes place, and what it belongs to.

const kit = async <Module,>(name: string) => (await import(name)) as Module;
type Part = ComponentType<Record<string, unknown>>;
let DetailPage: Part;
let Gallery: Part;
let GalleryCard: Part;
let PhoneList: Part;

beforeAll(async () => {
  document.body.innerHTML =
    '<script type="application/json" id="joinery-config">{"appId":"a","mode":"preview"}</script>';
  ({ DetailPage } = await kit<{ DetailPage: Part }>("@/components/ui/detail-page"));
  ({ Gallery, GalleryCard } = await kit<{ Gallery: Part; GalleryCard: Part }>("@/components/ui/gallery"));
  ({ PhoneList } = await kit<{ PhoneList: Part }>("@/components/ui/parts/phone-list"));
});

const seen = (state: string) => ({ field: "status", is: state });
function site(name: string, properties: object, row: Row, read: unknown[] = ["anonymous"]) {
  const plain = table(name, properties, ["title"], [row]);
  const access = { "x-accessControl": { permissions: { read: "anonymous", write: "admin" }, rules: { read } } };
  return { ...plain, get: () => Promise.resolve(row), schema: () => ({ ...plain.schema(), ...access }) };
}
const jobOf = (status: string) => {
  const options = { ...text, enum: ["draft", "open", "closed"] };
  return site(`Job ${status}`, { title: text, status: options }, { id: "j", title: "Baker", status }, [
    seen("open"),
    seen("closed"),
    "admin",
  ]);
};

describe("What is offered on a site", () => {
  it.each([
    ["open", "Apply", false],
    ["closed", "Closed", true],
  ])("can be asked for while it is to be had: %s", async (status, label, isDisabled) => {
    const application = table("Application", { name: text, job: text }, ["name"], []);
    render(<DetailPage entity={jobOf(status)} id="j" offers={[{ entity: application, by: "job", label: "Apply" }]} />, {
      wrapper: MemoryRouter,
    });
    expect(await screen.findByRole("button", { name: label })).toHaveProperty("disabled", isDisabled);
  });

  it.each([
    ["draft", "Draft"],
    ["closed", "Closed"],
    ["open", undefined],
  ])("says on its card where it stands: %s", (status, label) => {
    const job = jobOf(status);
    render(<GalleryCard entity={job} row={{ id: "j", title: "Baker", status }} to="/j" />, { wrapper: MemoryRouter });
    expect(screen.queryByText(/^(?:Draft|Closed|Open)$/)?.textContent).toBe(label);
  });

  it("has headings above its texts, but for what it is", async () => {
    const recipe = { id: "r", title: "Soup", description: "Warm.", ingredients: "Tomatoes", steps: "Cook." };
    const properties = { title: text, description: text, ingredients: text, steps: text };
    render(<DetailPage entity={site("Recipe", properties, recipe)} id="r" />, { wrapper: MemoryRouter });
    await screen.findByText("Tomatoes");
    expect(screen.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
      "Soup",
      "Ingredients",
      "Steps",
    ]);
  });

  it("leads to what it belongs to, where that has a page", async () => {
    const company = { ...table("Company", { name: text }, ["name"], []), access: () => ({ canRead: true }) };
    const known = { ...company, filter: () => Promise.resolve([{ id: "c", name: "Oven & Co" }]) };
    const properties = { title: text, company: { ...text, "x-reference": "Company" } };
    const job = { ...site("Vacancy", properties, { id: "j", title: "Baker", company: "c" }), related: () => known };
    render(<DetailPage entity={job} id="j" pages={{ company: "Companies" }} />, { wrapper: MemoryRouter });
    expect((await screen.findByRole("link", { name: "Oven & Co" })).getAttribute("href")).toBe("/Companies?id=c");
  });
});

describe("Things that take place", () => {
  it("stand by their day, the next first, and what is past behind a button", async () => {
    const when = { ...text, format: "date-time" };
    const concert = site("Concert", { title: text, starts_at: when }, { id: "c", title: "Quartet" });
    render(<Gallery entity={concert} title="Concerts" upcoming="starts_at" />, { wrapper: MemoryRouter });
    await screen.findByRole("link", { name: "Quartet" });
    const asked = () => (concert.page.mock.calls.at(-1) as unknown as [{ sort: string; query: Row }])[0];
    expect(asked().sort).toBe("starts_at");
    expect(Object.keys(asked().query["starts_at"] as object)).toEqual(["$gte"]);
    await userEvent.click(screen.getByRole("button", { name: "Past" }));
    await waitFor(() => expect(asked().sort).toBe("-starts_at"));
    expect(Object.keys(asked().query["starts_at"] as object)).toEqual(["$lt"]);
  });
});

describe("A list on a phone", () => {
  it("cuts no more than two texts, and shows no number without its heading", () => {
    const properties = {
      name: text,
      email: { ...text, format: "email" },
      city: text,
      job: text,
      score: { type: "number" },
    };
    const entity = table("Person", properties, ["name"], []);
    const row = { id: "p", name: "Ada", email: "ada@example.org", city: "Hull", job: "Baker", score: 7 };
    const fields = Object.entries(properties).map(([name, property]) => ({
      name,
      property,
      label: name,
      kind: name === "email" ? "email" : name === "score" ? "number" : "text",
      options: [],
    }));
    const no = () => false;
    render(
      <PhoneList
        {...{ entity, fields, rows: [row], names: {}, marks: [], flags: [], canChange: no, canDelete: no }}
        onOpen={no}
        onEdit={no}
        onDelete={no}
      />,
      { wrapper: MemoryRouter },
    );
    expect(screen.getByRole("listitem").textContent).toBe("AAdaHullBaker");
  });
});
