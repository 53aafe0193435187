import { MantineProvider } from "@mantine/core";
import { GridCellKind } from "@glideapps/glide-data-grid";
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { columnsOf } from "@/features/entities/columns";
import { choicesFor, newOptions } from "@/features/grid/ui/option-choices";
import type { OptionsCell } from "@/features/grid/ui/options-cell";
import { OptionsEditor } from "@/features/grid/ui/OptionsEditor";

/** What the editor handed over last: the values, and where the grid goes next. */
let ended: { values: string[] | undefined; movement: readonly number[] | undefined } | undefined;
beforeEach(() => void (ended = undefined));

function edit(values: string[], isMany = false, initialValue?: string) {
  const value: OptionsCell = {
    kind: GridCellKind.Custom,
    allowOverlay: true,
    copyData: "",
    data: { kind: "options-cell", label: "Stage", options: ["New", "Won", "Lost"], values, isMany },
  };
  const given = {
    value,
    onChange: () => undefined,
    onFinishedEditing: (cell?: OptionsCell, movement?: readonly number[]) =>
      void (ended = { values: cell?.data.values, movement }),
    isHighlighted: false,
    target: { x: 0, y: 0, width: 0, height: 0 },
    forceEditMode: true,
  } as unknown as React.ComponentProps<typeof OptionsEditor>;
  render(
    <MantineProvider env="test">
      <OptionsEditor {...given} {...(initialValue !== undefined && { initialValue })} />
    </MantineProvider>,
  );
}
const field = () => screen.getByRole("combobox", { name: "Stage" });
const offered = () => screen.queryAllByRole("option").map((option) => option.textContent.trim());
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const press = (key: string, more = {}) => fireEvent.keyDown(field(), { key, ...more });

describe("The editor of a cell with options", () => {
  it("offers to add a text that is no option, and takes it with Enter", () => {
    edit([]);
    expect(offered()).toEqual(["New", "Won", "Lost"]);
    type(" On hold ");
    expect(offered()).toEqual(['Add "On hold"']);
    press("Enter");
    expect(ended).toEqual({ values: ["On hold"], movement: [0, 1] });
  });

  it("finds options by what is typed, goes through them with the arrows, and does not offer to add one again", () => {
    edit(["Lost"], false, "w");
    expect(offered()).toEqual(["Won", "New", 'Add "w"']);
    press("Enter");
    expect(ended?.values).toEqual(["Won"]);
    press("ArrowDown");
    press("Enter");
    expect(ended?.values).toEqual(["New"]);
    press("ArrowDown");
    press("ArrowDown");
    press("ArrowUp");
    press("Enter");
    expect(ended?.values).toEqual(["w"]);
    type("won");
    expect(offered()).toEqual(["Won"]);
    type("   ");
    expect(offered()).toHaveLength(3);
  });

  it("takes several, old and new, and gives back the last with Backspace", () => {
    edit(["New"], true);
    type("Won");
    press("Enter");
    type("Later");
    press("Enter");
    expect(ended).toBeUndefined();
    press("Backspace");
    type("Soon");
    press("Tab");
    expect(ended).toEqual({ values: ["New", "Won", "Soon"], movement: [1, 0] });
  });

  it("leaves a cell as it was when nothing was chosen", () => {
    edit(["Won"]);
    press("Tab", { shiftKey: true });
    expect(ended).toEqual({ values: undefined, movement: [-1, 0] });
    press("Enter");
    expect(ended).toEqual({ values: undefined, movement: [0, 1] });
  });
});

describe("Options that are new", () => {
  it("are found among the values of edited cells, each once", () => {
    const [stage, tags, title] = columnsOf({
      name: "Deal",
      type: "object",
      properties: {
        stage: { type: "string", enum: ["New"] },
        tags: { type: "array", items: { type: "string", enum: ["a"] } },
        title: { type: "string" },
      },
    });
    const cells = [
      { column: stage!, value: "New" },
      { column: stage!, value: "Won" },
      { column: stage!, value: "Won" },
      { column: stage!, value: null },
      { column: tags!, value: ["a", "b"] },
      { column: title!, value: "any" },
    ];
    expect(newOptions(cells)).toEqual([
      { field: "stage", option: "Won" },
      { field: "tags", option: "b" },
    ]);
  });

  it("are not those that differ by their case alone", () =>
    expect(choicesFor(["Red wine", "Red"], "red")).toEqual([
      { option: "Red", isNew: false },
      { option: "Red wine", isNew: false },
    ]));
});
