import { describe, expect, it } from "vitest";
import { fromSpecMessage, toSpecMessage } from "@/features/chat/spec-message";

const action = {
  id: "a1",
  type: "add_entity",
  title: "Add contacts",
  file: "Contact",
  content: '{"a":1}\n',
  isComplete: true,
  isTruncated: false,
  permissions: { read: "all", write: "creator" },
};
const stored = (parts: unknown[], role: "user" | "assistant" = "assistant") => ({
  id: "m1",
  role,
  parts,
  metadata: { createdAt: "2026-11-21T03:00:00.000Z", versionId: "v1", rating: { score: 4 } },
});

describe("A message in the spec's shape", () => {
  it.each([
    ["text", [{ type: "text", text: "Hello\n" }]],
    ["reasoning", [{ type: "reasoning", text: "First …" }]],
    ["a source", [{ type: "source-url", sourceId: "s1", url: "https://example.com", title: "Example" }]],
    ["a source without a title", [{ type: "source-url", sourceId: "s1", url: "https://example.com" }]],
    [
      "a file",
      [{ type: "file", mediaType: "image/png", url: "/api/apps/a/chat/attachments/f1", filename: "shot.png" }],
    ],
    [
      "a call that is being written",
      [{ type: "tool-search", toolCallId: "c1", state: "input-streaming", input: { q: "a" } }],
    ],
    ["a call", [{ type: "tool-search", toolCallId: "c1", state: "input-available", input: { q: "a" } }]],
    [
      "a call with its result",
      [{ type: "tool-search", toolCallId: "c1", state: "output-available", input: { q: "a" }, output: [1] }],
    ],
    [
      "a call that failed",
      [{ type: "tool-search", toolCallId: "c1", state: "output-error", input: { q: "a" }, errorText: "No" }],
    ],
    ["an action with permissions", [{ type: "data-action", id: "a1", data: action }]],
    [
      "an action that was cut",
      [{ type: "data-action", id: "a1", data: { ...action, isComplete: false, isTruncated: true } }],
    ],
    ["an action that is being written", [{ type: "data-action", id: "a1", data: { ...action, isComplete: false } }]],
    ["a plan", [{ type: "data-plan", id: "plan", data: { title: "Rooms", steps: ["One", "Two"], isComplete: true } }]],
    [
      "words, an action, and words again, in their order",
      [
        { type: "text", text: "One" },
        { type: "data-action", id: "a1", data: action },
        { type: "text", text: "Two" },
      ],
    ],
  ])("keeps %s on the way there and back", (_name, parts) =>
    expect(fromSpecMessage(toSpecMessage(stored(parts)))).toEqual(stored(parts)),
  );

  it("has the fields that the spec names", () => {
    const spec = toSpecMessage(
      stored([
        { type: "text", text: "One " },
        { type: "data-action", id: "a1", data: action },
        { type: "text", text: "two" },
      ]),
    );
    expect(spec).toMatchObject({
      id: "m1",
      role: "assistant",
      content: "One two",
      createdAt: "2026-11-21T03:00:00.000Z",
      parts: [
        { type: "text" },
        { type: "tool-invocation", toolInvocation: { state: "result", toolCallId: "a1", toolName: "add_entity" } },
        { type: "text" },
      ],
      toolInvocations: [{ toolCallId: "a1" }],
      experimental_attachments: [],
      annotations: [{ versionId: "v1", rating: { score: 4 } }],
      actions: [action],
    });
  });

  it("gives a user's files as attachments too", () => {
    const spec = toSpecMessage(
      stored(
        [
          { type: "text", text: "Look" },
          { type: "file", mediaType: "image/png", url: "/x", filename: "a.png" },
        ],
        "user",
      ),
    );
    expect(spec.experimental_attachments).toEqual([{ name: "a.png", url: "/x", contentType: "image/png" }]);
  });
});
