import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { RunBlock } from "@/features/runs/schema";
import { BlockBody } from "@/features/tool-pages/ui/BlockBody";
import { ResultBlock } from "@/features/tool-pages/ui/ResultBlock";

afterEach(cleanup);

const show = (block: Partial<RunBlock>) =>
  render(
    <ResultBlock
      block={{ id: "b1", type: "text", title: "Answer", status: "done", text: "", ...block }}
      isResolved
      mayEdit
      onRegenerate={undefined}
      onSave={() => undefined}
    />,
  );

describe("A block of a result", () => {
  it("that nobody could answer says so, and not that it failed a check", () => {
    const validation = { status: "failed", reason: "It was not answered" } as const;
    const { container } = show({ status: "unanswered", message: "Only an AI model can answer this part", validation });
    expect(container.textContent).toBe("AnswerOnly an AI model can answer this part");
  });

  it("that failed its check says why", () => {
    show({ text: "A boat", validation: { status: "failed", reason: "no sails" } });
    screen.getByText("Did not pass the check: no sails");
  });

  it("that is a picture is downloaded, and neither copied nor edited", () => {
    show({ type: "image", text: "<svg viewBox='0 0 1 1'><title>Dot</title></svg>" });
    expect(screen.getByLabelText("Download Answer").getAttribute("download")).toBe("Answer.svg");
    expect(screen.queryByText("Copy")).toBeNull();
    expect(screen.queryByText("Edit")).toBeNull();
  });

  it("that is a table has amounts on the right, with their total", () => {
    const rows = [
      ["Work", "$1,200.00"],
      ["Discount", "-$164.00"],
      ["**Total**", "**$1,036.00**"],
    ];
    const data = { type: "table" as const, columns: ["What", "Price"], rows, note: "" };
    const { container } = render(<BlockBody data={data} title="Price" onTick={() => undefined} />);
    const right = [...container.querySelectorAll("[data-right]")].map((cell) => cell.textContent);
    expect(right).toEqual(["Price", "$1,200.00", "-$164.00", "$1,036.00"]);
  });
});
