import { describe, expect, it } from "vitest";
import { scaleAxis } from "@/ui/chart/scale-axis";

describe("An axis", () => {
  it.each<[number[], number[]]>([
    [
      [3, 5, 2],
      [0, 1, 2, 3, 4, 5],
    ],
    [
      [900, 1330],
      [0, 500, 1000, 1500],
    ],
    [
      [0.3, 0.1],
      [0, 0.1, 0.2, 0.3],
    ],
    [
      [-4, 6],
      [-4, -2, 0, 2, 4, 6],
    ],
    [[-7], [-8, -6, -4, -2, 0]],
    [
      [0, 0],
      [0, 0.2, 0.4, 0.6, 0.8, 1],
    ],
    [[1_234_567], [0, 500_000, 1_000_000, 1_500_000]],
  ])("of %j has lines at %j, none of which is rounded in its label", (values, lines) =>
    expect(scaleAxis(values)).toEqual(lines),
  );
});
