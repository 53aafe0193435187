import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, renderHook, screen, act } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ChatDivider } from "@/app/build/app/[appId]/chat-divider";
import { chatWidths, useChatView } from "@/app/build/app/[appId]/chat-view";
import { AttachmentList } from "@/features/chat/ui/AttachmentList";

beforeEach(() => window.localStorage.clear());
afterEach(cleanup);

describe("The chat beside the panels", () => {
  it("is resized by keys, within its bounds", () => {
    const widths: number[] = [];
    render(<ChatDivider width={330} onWidth={(width) => widths.push(width)} />);
    const divider = screen.getByRole("separator", { name: "Width of the chat" });
    for (const key of ["ArrowRight", "ArrowLeft", "End", "a"]) fireEvent.keyDown(divider, { key });
    expect(widths).toEqual([346, chatWidths.min, chatWidths.max]);
  });

  it("stays collapsed and as wide as each person left it", () => {
    const ada = renderHook(() => useChatView("ada@example.com"));
    act(() => ada.result.current[1](() => ({ width: 500, isOpen: false })));
    expect(renderHook(() => useChatView("ada@example.com")).result.current[0]).toEqual({ width: 500, isOpen: false });
    expect(renderHook(() => useChatView("bob@example.com")).result.current[0].isOpen).toBe(true);
  });
});

describe("Attached files", () => {
  it("that are pictures open in the lightbox, others in a tab of their own", async () => {
    render(
      <MantineProvider env="test">
        <AttachmentList
          files={[
            { name: "cat.png", contentType: "image/png", url: "/api/apps/a/chat/attachments/1" },
            { name: "notes.txt", contentType: "text/plain", url: "/api/apps/a/chat/attachments/2" },
          ]}
        />
      </MantineProvider>,
    );
    expect(screen.getByRole("link", { name: "notes.txt" }).getAttribute("target")).toBe("_blank");
    fireEvent.click(screen.getByRole("button", { name: "cat.png" }));
    expect((await screen.findByRole("img", { name: "cat.png" })).getAttribute("src")).toBe(
      "/api/apps/a/chat/attachments/1",
    );
  });
});
