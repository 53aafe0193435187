import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactElement, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { emptyQueue, queuePrompts } from "@/features/prompts/queue-prompts";
import { noErrors, showErrors } from "@/features/turns/resolve-errors";
import type { Action } from "@/engines/protocol/schema";
import { ActionCard } from "@/features/chat/ui/ActionCard";
import { ChatContext } from "@/features/chat/ui/chat-context";
import { Composer } from "@/features/prompts/ui/Composer";
import { EmptyChat } from "@/features/chat/ui/EmptyChat";
import { ErrorCard } from "@/features/chat/ui/ErrorCard";
import { Markdown } from "@/features/chat/ui/Markdown";
import { PromptQueue } from "@/features/prompts/ui/PromptQueue";
import { RateButton } from "@/features/chat/ui/RateButton";
import { readMessage } from "@/features/chat/read-message";
import { UserMessage } from "@/features/chat/ui/UserMessage";
import { ToolCall } from "@/features/chat/ui/ToolCall";
import { CitablePassages } from "@/features/retrieval/ui/CitedText";
import { noPlans } from "../support/show";

const show = (element: ReactElement) => render(<MantineProvider env="test">{element}</MantineProvider>);

describe("an assistant's Markdown", () => {
  it("loads no image: it shows the image's words instead", () => {
    const { container } = show(<Markdown text="![a chart](https://spy.example/pixel.png)" />);
    expect(container.querySelector("img")).toBeNull();
    expect(container.textContent).toContain("a chart");
  });

  it("opens links away from the builder and without an opener", () => {
    show(<Markdown text="[docs](https://example.com/docs)" />);
    expect(screen.getByRole("link")).toMatchObject({ target: "_blank", rel: "noopener noreferrer nofollow" });
  });

  it("shows 100 characters of a longer link", () => {
    const url = `https://example.com/${"a".repeat(120)}`;
    show(<Markdown text={`See ${url}`} />);
    expect(screen.getByRole("link")).toMatchObject({ href: url, textContent: `${url.slice(0, 100)}…` });
  });

  it("renders neither raw HTML nor a script link", () => {
    const { container } = show(
      <Markdown text={'<b onclick="x()">bold</b> <script>x()</script> [go](javascript:alert(1))'} />,
    );
    expect(container.querySelector("b, script")).toBeNull();
    expect(container.querySelector("a")?.getAttribute("href") ?? "").not.toContain("javascript");
  });

  it("opens the passage that a number in brackets cites, and leaves other brackets as they are", async () => {
    const passages = [{ number: 1, heading: "Returns", text: "Goods go back within 30 days." }];
    show(
      <CitablePassages value={passages}>
        <Markdown text={"Within 30 days **[1]**[1], not [2]. `a[1]`"} />
      </CitablePassages>,
    );
    expect(screen.getByRole("paragraph").textContent).toBe("Within 30 days [1][1], not [2]. a[1]");
    const citations = screen.getAllByRole("button", { name: "Citation 1: Returns" });
    expect(citations).toHaveLength(2);
    await userEvent.click(citations[0]!);
    expect(await screen.findByText("Goods go back within 30 days.")).toBeTruthy();
  });

  it("draws tables and code blocks", () => {
    const { container } = show(<Markdown text={"| a |\n|---|\n| 1 |\n\n```js\nconst x = 1;\n```"} />);
    expect(container.querySelector("table")).not.toBeNull();
    expect(container.querySelector("pre code")?.textContent).toContain("const x = 1;");
  });
});

describe("a picture that the assistant took", () => {
  const taken = (picture: string) => (
    <ToolCall
      part={{
        kind: "tool",
        name: "see_page",
        state: "done",
        input: { page: "Home" },
        output: { summary: "Took a picture of the page Home", text: "1280 × 800 pixels", picture },
      }}
    />
  );

  it("is shown small, and large when it is pressed", async () => {
    show(taken("/api/apps/a1/chat/attachments/f1"));
    await userEvent.click(screen.getByRole("button", { name: "Show: Took a picture of the page Home" }));
    expect((await screen.findByRole("dialog")).querySelector("img")?.getAttribute("src")).toBe(
      "/api/apps/a1/chat/attachments/f1",
    );
  });

  it("is not loaded from anywhere else", () => {
    const { container } = show(taken("https://spy.example/api/apps/a1/chat/attachments/f1"));
    expect(container.querySelector("img")).toBeNull();
  });
});

describe("an action card", () => {
  const action: Action = {
    id: "a1",
    type: "partial_edit",
    title: "Link the page",
    file: "layout.jsx",
    content: "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE",
    isComplete: true,
    isTruncated: false,
  };

  it("shows what was done to which file, how many lines changed, and that it is complete", () => {
    show(<ActionCard action={action} />);
    expect(screen.getByText("Link the page")).toBeTruthy();
    expect(screen.getByText("layout.jsx")).toBeTruthy();
    expect(screen.getByLabelText("1 lines added, 1 removed")).toBeTruthy();
    expect(screen.getByLabelText("Complete")).toBeTruthy();
  });

  it("opens to its code, and from there to the editor", async () => {
    const open = vi.fn<(path: string) => void>();
    show(<ActionCard action={action} onOpenFile={open} />);
    await userEvent.click(screen.getByRole("button", { expanded: false }));
    expect(within(screen.getByRole("region", { name: "Code" })).getByText(/new/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Open in code editor" }));
    expect(open).toHaveBeenCalledWith("layout.jsx");
  });

  it("shows its code while it is written, and puts it away when it is whole", () => {
    const growing = { ...action, type: "add_file" as const, content: "const a = 1;\nconst b", isComplete: false };
    const { rerender } = show(<ActionCard action={growing} />);
    expect(screen.getByRole("region", { name: "Code" }).textContent).toContain("const b");
    rerender(
      <MantineProvider env="test">
        <ActionCard action={{ ...growing, isComplete: true }} />
      </MantineProvider>,
    );
    expect(screen.queryByRole("region", { name: "Code" })).toBeNull();
  });

  it("stays open when a person has opened it, and closed when they have closed it", async () => {
    const growing = { ...action, type: "add_file" as const, content: "const a = 1;", isComplete: false };
    const { rerender } = show(<ActionCard action={growing} />);
    await userEvent.click(screen.getByRole("button", { expanded: true }));
    expect(screen.queryByRole("region", { name: "Code" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { expanded: false }));
    rerender(
      <MantineProvider env="test">
        <ActionCard action={{ ...growing, isComplete: true }} />
      </MantineProvider>,
    );
    expect(screen.getByRole("region", { name: "Code" })).toBeTruthy();
  });

  it.each([
    [{ isComplete: false }, "In progress"],
    [{ isComplete: false, isTruncated: true }, "Truncated"],
  ])("says how far it is: %o", (flags, label) => {
    show(<ActionCard action={{ ...action, ...flags }} />);
    expect(screen.getByLabelText(label)).toBeTruthy();
  });

  it("names the permissions of a new entity and its fields", () => {
    show(
      <ActionCard
        action={{
          ...action,
          type: "add_entity",
          file: "Contact",
          content: '{"properties":{"email":{"type":"string","format":"email"}}}',
        }}
      />,
    );
    expect(screen.getByText("Creator Only")).toBeTruthy();
    expect(screen.getAllByText("email").length).toBeGreaterThan(0);
  });
});

describe("a request that is worded anew", () => {
  it("stays as it was written until it is taken", async () => {
    const resend = vi
      .fn<(messageId: string, content: string) => Promise<boolean>>()
      .mockResolvedValueOnce(false)
      .mockResolvedValueOnce(true);
    const message = {
      id: "m1",
      role: "user" as const,
      parts: [{ kind: "text" as const, text: "A page" }],
      metadata: {},
    };
    show(
      <ChatContext
        value={{ appId: "app", isAdmin: false, isBusy: false, say: () => undefined, resend, plans: noPlans }}
      >
        <UserMessage message={message} />
      </ChatContext>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Edit and resend" }));
    await userEvent.type(screen.getByLabelText("Edit your message"), ", in blue{Enter}");
    expect(resend).toHaveBeenLastCalledWith("m1", "A page, in blue");
    expect(screen.getByLabelText("Edit your message")).toHaveProperty("value", "A page, in blue");
    await userEvent.click(screen.getByRole("button", { name: "Resend" }));
    expect(resend).toHaveBeenCalledTimes(2);
    expect(screen.queryByLabelText("Edit your message")).toBeNull();
  });
});

describe("the composer", () => {
  function Harness({ onSend, isRunning = false }: { onSend: (content: string) => void; isRunning?: boolean }) {
    const [draft, setDraft] = useState("");
    return (
      <Composer
        appId="app"
        draft={draft}
        onDraft={setDraft}
        onSend={onSend}
        isRunning={isRunning}
        isStopping={false}
        onStop={() => undefined}
        onInstructions={() => undefined}
        isPlanFirst={false}
        onPlanFirst={() => undefined}
        inputRef={{ current: null }}
      />
    );
  }

  it("sends on Enter and makes a line on Shift+Enter", async () => {
    const send = vi.fn<(content: string) => void>();
    show(<Harness onSend={send} />);
    const box = screen.getByLabelText("Message to the assistant");
    await userEvent.type(box, "one{Shift>}{Enter}{/Shift}two");
    expect(send).not.toHaveBeenCalled();
    await userEvent.type(box, "{Enter}");
    expect(send).toHaveBeenCalledWith("one\ntwo", []);
  });

  it("does not send while an input method composes a word", () => {
    const send = vi.fn<(content: string) => void>();
    show(<Harness onSend={send} />);
    const box = screen.getByLabelText("Message to the assistant");
    fireEvent.change(box, { target: { value: "か" } });
    fireEvent.keyDown(box, { key: "Enter", isComposing: true });
    expect(send).not.toHaveBeenCalled();
  });

  it("sends nothing empty, and offers Stop while a turn runs", async () => {
    const send = vi.fn<(content: string) => void>();
    show(<Harness onSend={send} isRunning />);
    await userEvent.type(screen.getByLabelText("Message to the assistant"), "   {Enter}");
    expect(send).not.toHaveBeenCalled();
    expect(screen.getByRole("button", { name: "Stop" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Add to queue" })).toBeTruthy();
  });
});

describe("the queue", () => {
  it("moves and removes prompts, and can be resumed when it is paused", async () => {
    const dispatch = vi.fn<(action: unknown) => void>();
    const queue = [
      { id: "a", content: "First", attachments: [] },
      { id: "b", content: "Second", attachments: [] },
    ].reduce((state, prompt) => queuePrompts(state, { type: "add", prompt }), emptyQueue);
    show(<PromptQueue queue={{ ...queue, isPaused: true }} dispatch={dispatch} />);
    await userEvent.click(screen.getAllByRole("button", { name: "Move down" })[0]!);
    await userEvent.click(screen.getAllByRole("button", { name: "Remove" })[1]!);
    await userEvent.click(screen.getByRole("button", { name: "Resume" }));
    expect(dispatch.mock.calls.map(([action]) => action)).toEqual([
      { type: "move", id: "a", by: 1 },
      { type: "remove", id: "b" },
      { type: "resume" },
    ]);
  });
});

describe("a queued prompt", () => {
  it("that is nothing but files is shown by their names", () => {
    const prompt = { id: "a", content: "", attachments: [{ name: "logo.png", url: "/u", contentType: "image/png" }] };
    show(<PromptQueue queue={queuePrompts(emptyQueue, { type: "add", prompt })} dispatch={() => undefined} />);
    expect(screen.getByText("logo.png")).toBeTruthy();
  });
});

describe("an empty chat", () => {
  it("shows 'Start a conversation' and three examples to begin with", async () => {
    const pick = vi.fn<(example: string) => void>();
    show(<EmptyChat onPick={pick} />);
    expect(screen.getByText("Start a conversation")).toBeTruthy();
    expect(screen.getByText("Ask for new features or modifications to your app")).toBeTruthy();
    const examples = within(screen.getByLabelText("Examples")).getAllByRole("button");
    expect(examples).toHaveLength(3);
    await userEvent.click(examples[0]!);
    expect(pick).toHaveBeenCalledWith(examples[0]!.textContent);
  });
});

describe("the error panel", () => {
  const error = { title: "useAuth is not defined", details: "at Home", componentName: "Home" };
  const reported = showErrors(noErrors, { type: "report", error });

  it("lists the error and asks the assistant to resolve it", async () => {
    const resolve = vi.fn<() => void>();
    show(
      <ErrorCard
        state={reported}
        dispatch={() => undefined}
        isBusy={false}
        onResolve={resolve}
        onGoBack={() => undefined}
      />,
    );
    expect(screen.getByText(error.title)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Resolve with AI" }));
    expect(resolve).toHaveBeenCalled();
  });

  it("can be minimised while its errors are being fixed", () => {
    const fixing = [{ type: "ask" }, { type: "fixing" }, { type: "minimize" }] as const;
    show(
      <ErrorCard
        state={fixing.reduce(showErrors, reported)}
        dispatch={() => undefined}
        isBusy
        onResolve={() => undefined}
        onGoBack={() => undefined}
      />,
    );
    expect(screen.getByRole("button", { name: "Fixing..." })).toBeTruthy();
    expect(screen.queryByRole("complementary")).toBeNull();
  });

  it("offers 'show suppressed issues' when nothing else is left", () => {
    show(
      <ErrorCard
        state={showErrors(reported, { type: "suppress", key: reported.errors[0]!.key })}
        dispatch={() => undefined}
        isBusy={false}
        onResolve={() => undefined}
        onGoBack={() => undefined}
      />,
    );
    expect(screen.getByRole("button", { name: "show suppressed issues" })).toBeTruthy();
  });

  it("is a small button when minimised, and waits while the chat is busy", () => {
    const { rerender } = show(
      <ErrorCard
        state={showErrors(reported, { type: "minimize" })}
        dispatch={() => undefined}
        isBusy={false}
        onResolve={() => undefined}
        onGoBack={() => undefined}
      />,
    );
    expect(screen.getByRole("button", { name: "1 issue" })).toBeTruthy();
    rerender(
      <MantineProvider env="test">
        <ErrorCard
          state={reported}
          dispatch={() => undefined}
          isBusy
          onResolve={() => undefined}
          onGoBack={() => undefined}
        />
      </MantineProvider>,
    );
    expect(screen.getByRole("button", { name: "Resolve with AI" })).toHaveProperty("disabled", true);
  });
});

describe("the rate button", () => {
  const rated = (score?: number) =>
    readMessage({ id: "m1", role: "assistant", parts: [], metadata: score === undefined ? {} : { rating: { score } } });
  const showTo = (isReadOnly: boolean, score?: number) =>
    show(
      <ChatContext
        value={{
          appId: "app",
          isAdmin: false,
          isBusy: false,
          isReadOnly,
          say: () => undefined,
          resend: () => Promise.resolve(true),
          plans: noPlans,
        }}
      >
        <RateButton message={rated(score)} />
      </ChatContext>,
    );

  it("is there for who builds, and hidden in read-only mode", () => {
    showTo(false);
    expect(screen.getByRole("button", { name: "rate" })).toBeTruthy();
    cleanup();
    showTo(true);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("says 'already rated' of a rated message, and cannot be used again", () => {
    showTo(false, 4);
    expect(screen.getByText("already rated")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
