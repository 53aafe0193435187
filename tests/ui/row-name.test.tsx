import { cleanup, render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { describe, expect, it } from "vitest";

const kit = async <Module,>(name: string) => (await import(name)) as Module;

describe("A row's name", () => {
  it("has the first flag that holds, unless the row's status says the same", async () => {
    const { RowName } = await kit<{ RowName: ComponentType<Record<string, unknown>> }>(
      "@/components/ui/parts/row-name",
    );
    const entity = {
      name: "Invoice",
      schema: () => ({
        name: "Invoice",
        properties: {
          number: { type: "string" },
          status: { type: "string", enum: ["sent", "overdue", "paid"] },
          amount: { type: "number" },
        },
      }),
    };
    const flags = [
      { label: "Overdue", when: { amount: { $gt: 10 } } },
      { label: "Large", when: { amount: { $gt: 100 } } },
    ];
    const flagOf = (status: string, amount: number) => {
      render(
        <RowName entity={entity} row={{ id: "r1", number: "A-1", status, amount }} flags={flags} onOpen={() => {}} />,
      );
      const shown = screen.queryByTitle(/./)?.textContent;
      cleanup();
      return shown;
    };
    expect(flagOf("sent", 20)).toBe("Overdue");
    expect(flagOf("overdue", 20)).toBeUndefined();
    expect(flagOf("overdue", 200)).toBe("Large");
  });
});
