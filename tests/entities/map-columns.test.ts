import { describe, expect, it } from "vitest";
import { matchFieldsOf } from "@/features/entities/map-columns";

describe("The fields that rows can match by", () => {
  it("are those that a column fills, each once, and no inner ones", () => {
    const mapping = ["title", "title", "place.city", "", "amount"].map((schemaField, column) => ({ csvHeader: `c${column}`, schemaField, dataType: "text" as const }));
    expect(matchFieldsOf(mapping)).toEqual(["title", "amount"]);
  });
});
