import { describe, expect, it } from "vitest";
import { fitChips } from "@/features/grid/ui/fit-chips";

/** Chips of these widths, 4 apart, in a column of this width (2-builder.md §9: 50 to 400, 8 of padding on either side); "+3" is 30 wide. */
const fit = (column: number, ...widths: number[]) => {
  let asked = 0;
  const found = fitChips(
    widths.length,
    column - 16,
    4,
    (index) => {
      asked += 1;
      return widths[index]!;
    },
    (hidden) => (hidden > 9 ? 37 : 30),
  );
  return { ...found, asked };
};

describe("The chips of a cell", () => {
  it("are all shown when they fit to the pixel", () =>
    expect(fit(150, 65, 65)).toMatchObject({ shown: 2, hidden: 0, firstWidth: undefined }));

  it("are counted when they do not, and make room for the count", () => {
    expect(fit(150, 65, 66)).toMatchObject({ shown: 1, hidden: 1, firstWidth: undefined });
    expect(fit(400, 100, 100, 100, 100, 100)).toMatchObject({ shown: 3, hidden: 2 });
    expect(fit(400, 120, 120, 120, 120)).toMatchObject({ shown: 2, hidden: 2 });
  });

  it("are shown whole, but for the first, which is cut rather than counted", () => {
    expect(fit(150, 200, 40, 40)).toMatchObject({ shown: 1, firstWidth: 100, hidden: 2 });
    expect(fit(150, 120, 40)).toMatchObject({ shown: 1, firstWidth: 100, hidden: 1 });
    expect(fit(150, 200)).toMatchObject({ shown: 1, firstWidth: 134, hidden: 0 });
  });

  it("are only counted in the narrowest column, where a lone one is still named", () => {
    expect(fit(50, 65, 65)).toMatchObject({ shown: 0, hidden: 2 });
    expect(fit(50, 65)).toMatchObject({ shown: 1, firstWidth: 34, hidden: 0 });
    expect(fit(50)).toMatchObject({ shown: 0, hidden: 0 });
  });

  it("are not measured when they are too far behind to be seen", () => {
    const many = Array.from({ length: 500 }, () => 60);
    expect(fit(400, ...many)).toMatchObject({ shown: 5, hidden: 495, asked: 7 });
  });
});
