import { describe, expect, it } from "vitest";
import { followTurn, startFollowing } from "@/features/chat/follow-turn";
import { cutOf, failureOfAction, messageText, readLiveTurn, readMessage } from "@/features/chat/read-message";
import { missingFiles } from "@/features/chat/summarise-context";
import { messageFromEvents } from "@/features/turns/message";
import { addUsage } from "@/features/turns/add-usage";
import { usageRows, usageTotal } from "@/features/chat/summarise-usage";
import type { ModelUsage } from "@/engines/model/schema";
import { isWordDiffOff, languageOf } from "@/features/versions/show-changes";

const action = {
  id: "a1",
  type: "add_file",
  title: "Add it",
  file: "pages/Home.jsx",
  content: "x",
  isComplete: true,
  isTruncated: false,
};
const stored = (parts: unknown[], metadata: unknown = {}) =>
  readMessage({ id: "m1", role: "assistant", parts, metadata });

describe("a stored message", () => {
  it("shows text, reasoning, sources, tools, files and actions", () => {
    const message = stored([
      { type: "text", text: "Hello", state: "done" },
      { type: "reasoning", text: "Hm" },
      { type: "source-url", sourceId: "s", url: "https://example.com", title: "Docs" },
      { type: "tool-search", toolCallId: "t", state: "output-available", input: { q: 1 }, output: [2] },
      { type: "file", mediaType: "image/png", url: "/x.png", filename: "x.png" },
      { type: "data-action", id: "a1", data: action },
    ]);
    expect(message.parts.map(({ kind }) => kind)).toEqual(["text", "reasoning", "source", "tool", "file", "action"]);
    expect(messageText(message)).toBe("Hello");
  });

  it.each([
    ["input-streaming", "running"],
    ["output-available", "done"],
    ["output-error", "failed"],
  ])("calls a tool in state %s %s", (state, expected) =>
    expect(stored([{ type: "tool-x", state }]).parts[0]).toMatchObject({ kind: "tool", state: expected }),
  );

  it("leaves out parts that it does not know, and survives metadata of any shape", () => {
    expect(stored([{ type: "hologram" }, null, "text"]).parts).toEqual([]);
    for (const metadata of [null, "x", { usage: 1, rating: "good", contextMetadata: { evals: 3 } }])
      expect(() => stored([], metadata)).not.toThrow();
  });

  it("says why it ends in the middle: the length, or a person", () => {
    const cut = { type: "data-action", id: "a1", data: { ...action, isComplete: false, isTruncated: true } };
    expect(cutOf(stored([cut]))).toBe("too-long");
    expect(cutOf(stored([cut], { status: "stopped" }))).toBe("stopped");
    expect(cutOf(stored([{ type: "text", text: "And then I wi" }], { isCut: true }))).toBe("too-long");
    expect(cutOf(stored([{ type: "data-action", id: "a1", data: action }]))).toBeUndefined();
  });

  it("tells which action was not applied, and why", () => {
    const message = stored([], {
      results: [
        { actionId: "a1", status: "failed", message: "The text was not found" },
        { actionId: "a2", status: "applied" },
      ],
    });
    expect(failureOfAction(message, "a1")).toBe("The text was not found");
    expect(failureOfAction(message, "a2")).toBeUndefined();
  });

  it("has the shape that its running turn had", () => {
    const events = [
      { event: "text", data: { text: "Hello" } },
      { event: "source", data: { url: "https://example.com", title: "Docs" } },
    ];
    const turn = events.reduce(
      (live, { event, data }, index) => followTurn(live, { number: index + 1, name: event, data }),
      startFollowing("t1"),
    );
    expect(readLiveTurn(turn, "m1").parts).toEqual([
      { kind: "text", text: "Hello" },
      { kind: "source", url: "https://example.com", title: "Docs" },
    ]);
    expect(readLiveTurn(turn, "m1").parts).toEqual(stored(messageFromEvents(events)).parts);
  });
});

describe("the context dialog", () => {
  it("warns of files that were edited and that no method had found", () => {
    const context = {
      retrievedFiles: [{ filePath: "a.jsx", retrievalMethods: ["path"] }],
      relevantFiles: ["a.jsx", "b.jsx"],
      evals: {},
    };
    expect(missingFiles(context)).toEqual(["b.jsx"]);
  });
});

describe("the usage card", () => {
  const part = (tokens: number, rate: number) => ({ tokens, rate, cost: (tokens * rate) / 1e6 });
  const [prompt, completion, read] = [part(12_000, 3), part(900, 15), part(40_000, 0.3)];
  const usage: ModelUsage = {
    promptTokens: prompt.tokens,
    promptRate: prompt.rate,
    promptCost: prompt.cost,
    completionTokens: completion.tokens,
    completionRate: completion.rate,
    completionCost: completion.cost,
    cacheReadTokens: read.tokens,
    cacheReadRate: read.rate,
    cacheReadCost: read.cost,
    cacheWriteTokens: 0,
    cacheWriteRate: 0,
    cacheWriteCost: 0,
    totalTokens: 52_900,
    totalCost: 0.0615,
    finishReason: "stop",
    timestamp: "",
    modelInfo: { model: "m" },
  };

  it("shows rates per 1M tokens and leaves out what was not used", () => {
    expect(usageRows(usage)).toEqual([
      { label: "Prompt", tokens: "12,000", rate: "$3.00", cost: "$0.04" },
      { label: "Completion", tokens: "900", rate: "$15.00", cost: "$0.01" },
      { label: "Cache read", tokens: "40,000", rate: "$0.30", cost: "$0.01" },
    ]);
    expect(usageTotal(usage)).toBe("52,900 tokens · $0.06");
    // A model that the price list does not know is not free.
    expect(usageTotal({ ...usage, totalCost: 0, isPriced: false })).toBe("52,900 tokens · price unknown");
    expect(usageRows({ ...usage, isPriced: false })[0]).toMatchObject({ rate: "unknown", cost: "unknown" });
    expect(addUsage({ ...usage, isPriced: false }, { ...usage, isPriced: true }).isPriced).toBe(false);
  });
});

describe("the diff dialog", () => {
  it("turns off word diff when either side exceeds 10,000 characters", () => {
    expect(isWordDiffOff("a".repeat(10_000), "")).toBe(false);
    expect(isWordDiffOff("", "a".repeat(10_001))).toBe(true);
  });

  it.each([
    ["pages/Home.jsx", "jsx"],
    ["functions/send.ts", "typescript"],
    ["entities/Contact.json", "json"],
    ["README", ""],
  ])("reads %s as %s", (path, language) => expect(languageOf(path)).toBe(language));
});
