import { render, screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { describe, expect, it } from "vitest";

// What a figure says of the last 30 days: only what the records can tell.

const kit = async <Module,>(name: string) => (await import(name)) as Module;
type Query = { createdAt?: { $gte?: string; $lt?: string } };

/** Shows the number of rows that were made so many days ago. */
async function showStat(name: string, daysAgo: number[]) {
  const { Stat } = await kit<{ Stat: ComponentType<Record<string, unknown>> }>("@/components/ui/stat");
  const made = daysAgo.map((days) => new Date(Date.now() - days * 86_400_000).toISOString());
  const entity = {
    schema: () => ({ name, properties: { name: { type: "string" } } }),
    aggregate: ({ query }: { query?: Query }) => {
      const { $gte = "", $lt = "9" } = query?.createdAt ?? {};
      return Promise.resolve([{ count: made.filter((day) => day >= $gte && day < $lt).length }]);
    },
    subscribe: () => () => undefined,
  };
  const { container } = render(<Stat entity={entity} label="Orders" />);
  await screen.findByText(String(daysAgo.length));
  return () => container.querySelector("p:last-child")?.textContent;
}

describe("A figure", () => {
  it("is compared with nothing when all of its rows are new, as samples are", async () => {
    const below = await showStat("Sample", [1, 1, 2]);
    await waitFor(() => expect(below()).toBe(""));
  });

  it("tells what came of late beside what is older", async () => {
    const below = await showStat("Growing", [1, 2, 40, 41]);
    await waitFor(() => expect(below()).toBe("+2 in 30 days"));
  });

  it("is compared with the time before once the records are older than that", async () => {
    const below = await showStat("Settled", [1, 2, 3, 40, 41, 80]);
    await waitFor(() => expect(below()).toMatch(/^50%.*against 30 days before$/));
  });
});
