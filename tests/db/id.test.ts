import { describe, expect, it } from "vitest";
import { newId, newIds } from "@/db/id";

describe("Ids of rows that are inserted together", () => {
  const ids = newIds("r", 2_000);

  it("look like every other id", () => {
    for (const id of [...ids, newId("r")]) expect(id).toMatch(/^r[0-9a-hjkmnp-tv-z]{16}$/);
  });

  it("are different and ascend", () => {
    expect(new Set(ids).size).toBe(2_000);
    expect([...ids].sort()).toEqual(ids);
  });

  it("stand side by side in an index, apart from those of another insert", () => {
    const places = [...ids, ...newIds("r", 2_000)].sort().map((id) => ids.includes(id));
    expect(places.filter((isOurs, at) => at > 0 && isOurs !== places[at - 1]).length).toBe(1);
  });

  it("share too little to guess one from another", () => {
    const rests = ids.map((id) => id.slice(7));
    expect(new Set(rests.map((rest) => rest.slice(0, 4))).size).toBeGreaterThan(1_900);
  });
});
