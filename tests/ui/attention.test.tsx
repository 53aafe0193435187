import { render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it } from "vitest";
import { type Row, table, text } from "../support/kit-table";

// Cards of some rows: what is late, what a flag names, what is new.

const kit = async <Module,>(name: string) => (await import(name)) as Module;
type Props = Record<string, unknown>;
type Cards = Record<"Attention" | "Flagged" | "Latest", ComponentType<Props>>;

async function show(card: keyof Cards, props: Props, rows: Row[]) {
  const cards = await kit<Cards>("@/components/ui/attention");
  const Card = cards[card];
  const properties = { title: text, due_date: { type: "string", format: "date" }, quantity: { type: "number" } };
  const entity = table(`Task${Math.random()}`, properties, ["title"], rows);
  render(
    <MemoryRouter>
      <Card entity={entity} title={card} {...props} />
    </MemoryRouter>,
  );
  return screen.findByRole("region", { name: card });
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe("A card of rows", () => {
  it("shows what is late with how late it is, and leads to it", async () => {
    await show("Attention", { by: "due_date", page: "Tasks" }, [
      { id: "r1", title: "File taxes", due_date: dayFromNow(-3) },
    ]);
    expect((await screen.findByRole("link", { name: "File taxes" })).getAttribute("href")).toBe("/Tasks?id=r1");
    expect(screen.getByText("3 days late")).toBeDefined();
  });

  it("shows what a flag names with what it measures, and leads to all of them", async () => {
    const flag = { label: "Low stock", when: { quantity: { $lt: 5 } } };
    await show("Flagged", { flag, page: "Parts" }, [{ id: "r1", title: "Brake pads", quantity: 2 }]);
    const [row] = await screen.findAllByRole("listitem");
    expect(row!.textContent).toBe("Brake padsQuantity 2");
    expect((await screen.findByRole("link", { name: "All 1" })).getAttribute("href")).toBe("/Parts?flag=Low%20stock");
  });

  it.each([
    ["Attention", { by: "due_date", page: "Tasks" }, "Nothing is late or due this week."],
    ["Flagged", { flag: { label: "Low", when: {} }, page: "Tasks" }, "Nothing needs attention here."],
    ["Latest", {}, /will show up here\.$/],
  ] as const)("says that there is nothing: %s", async (card, props, words) => {
    await show(card, props, []);
    expect(await screen.findByText(words)).toBeDefined();
  });

  it("names the newest rows without links where they have no page", async () => {
    await show("Latest", {}, [{ id: "r1", title: "Call Ann" }]);
    expect(await screen.findByText("Call Ann")).toBeDefined();
    expect(screen.queryByRole("link")).toBeNull();
  });
});
