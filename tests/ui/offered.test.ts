import { describe, expect, it } from "vitest";

// Nobody books what cannot be had.

const text = { type: "string" };
const properties = { name: text, status: { ...text, enum: ["open", "closed"] }, available: { type: "boolean" } };

const reasonFor = async (row: Record<string, unknown>, read = "anonymous", write = "admin") => {
  const offered: string = "@/lib/offered";
  const { overOf } = (await import(offered)) as { overOf: (entity: unknown, row: unknown) => string | undefined };
  const schema = () => ({ name: "Room", properties, "x-accessControl": { permissions: { read, write } } });
  return overOf({ schema }, { id: "r", name: "Blue room", ...row });
};

describe("What can be booked", () => {
  it.each([
    [{ available: false }, "Not available"],
    [{ available: true }, undefined],
    // Nothing was said of it.
    [{}, undefined],
    [{ status: "closed" }, "Closed"],
    [{ status: "open", available: false }, "Not available"],
  ])("is what is there to be had: %j", async (row, reason) => {
    expect(await reasonFor(row)).toBe(reason);
    // Members who are customers are told the same.
    expect(await reasonFor(row, "all")).toBe(reason);
  });
});
