import { describe, expect, it } from "vitest";
import {
  type Attachment,
  attachFiles,
  chooseFiles,
  pastedAsFile,
  fileSize,
  isUploading,
  readyAttachments,
} from "@/features/prompts/attach-files";
import { emptyQueue, nextPrompt, type PromptQueue, queuePrompts } from "@/features/prompts/queue-prompts";

const prompt = (id: string) => ({ id, content: `Prompt ${id}`, attachments: [] });
const queued = (...ids: string[]): PromptQueue =>
  ids.reduce((queue, id) => queuePrompts(queue, { type: "add", prompt: prompt(id) }), emptyQueue);
const ids = (queue: PromptQueue) => queue.prompts.map(({ id }) => id).join("");

describe("prompts that wait while a turn runs", () => {
  it("are sent one at a time, in order, once the assistant is free", () => {
    expect(nextPrompt(queued("a", "b"), true)).toBeUndefined();
    expect(nextPrompt(queued("a", "b"), false)?.id).toBe("a");
    expect(ids(queuePrompts(queued("a", "b"), { type: "sent", id: "a" }))).toBe("b");
  });

  it.each([
    ["b", -1, "bac"],
    ["b", 1, "acb"],
    ["a", -1, "abc"],
    ["c", 1, "abc"],
    ["x", 1, "abc"],
  ] as const)("moves %s by %i", (id, by, expected) =>
    expect(ids(queuePrompts(queued("a", "b", "c"), { type: "move", id, by }))).toBe(expected),
  );

  it("can be edited and removed", () => {
    expect(queuePrompts(queued("a"), { type: "edit", id: "a", content: "Better" }).prompts[0]?.content).toBe("Better");
    expect(ids(queuePrompts(queued("a", "b"), { type: "remove", id: "a" }))).toBe("b");
  });

  it("pause after an error and wait for a person", () => {
    const paused = queuePrompts(queued("a"), { type: "pause" });
    expect(nextPrompt(paused, false)).toBeUndefined();
    expect(nextPrompt(queuePrompts(paused, { type: "resume" }), false)?.id).toBe("a");
  });

  it("forget the pause when the last one is removed, and an empty queue never pauses", () => {
    expect(queuePrompts(queuePrompts(queued("a"), { type: "pause" }), { type: "remove", id: "a" })).toEqual(emptyQueue);
    expect(queuePrompts(emptyQueue, { type: "pause" })).toEqual(emptyQueue);
  });
});

describe("attachments", () => {
  const file = (id: string, bytes = 1000) => ({ id, name: `${id}.png`, bytes, contentType: "image/png" });
  const adding = (): Attachment[] => attachFiles([], { type: "add", files: [file("a"), file("b")] });

  it("show their progress, then are ready to send", () => {
    const half = attachFiles(adding(), { type: "progress", id: "a", fraction: 0.5 });
    expect(half[0]).toMatchObject({ status: "uploading", fraction: 0.5 });
    const ready = attachFiles(half, { type: "ready", id: "a", url: "/files/a", contentType: "image/png" });
    expect(isUploading(ready)).toBe(true);
    expect(readyAttachments(ready)).toEqual([{ name: "a.png", url: "/files/a", contentType: "image/png" }]);
  });

  it("can be removed, also while they upload, and late progress does not bring them back", () => {
    const removed = attachFiles(adding(), { type: "remove", id: "a" });
    expect(attachFiles(removed, { type: "progress", id: "a", fraction: 0.9 })).toEqual(removed);
  });

  it("keep a failed one in sight, with the reason, and never send it, also when the others are sent", () => {
    const failed = attachFiles(adding(), { type: "failed", id: "b", message: "No connection" });
    expect(failed[1]).toMatchObject({ status: "failed", message: "No connection" });
    expect(readyAttachments(failed)).toEqual([]);
    const ready = attachFiles(failed, { type: "ready", id: "a", url: "/files/a", contentType: "image/png" });
    expect(attachFiles(ready, { type: "sent" })).toEqual([failed[1]]);
  });

  it("a paste that the message has no room for becomes a file, whole", async () => {
    expect(pastedAsFile("short", 5)).toEqual([]);
    const [file] = pastedAsFile("longer", 5);
    expect(file).toMatchObject({ name: "Pasted text.txt", type: "text/plain" });
    expect(await file!.text()).toBe("longer");
  });

  it("are at most 10 of 10 MiB each, and say so", () => {
    const big = { name: "big.mov", size: 10 * 1024 * 1024 + 1 };
    const small = { name: "small.txt", size: 10 };
    expect(chooseFiles(0, [big, small])).toEqual({ accepted: [small], refusal: "big.mov is larger than 10 MB" });
    expect(chooseFiles(9, [small, small])).toEqual({ accepted: [small], refusal: "A message takes at most 10 files" });
    expect(chooseFiles(0, [{ name: "edge.bin", size: 10 * 1024 * 1024 }]).accepted).toHaveLength(1);
  });

  it.each([
    [1_400_000, "1.4 MB"],
    [320_000, "320 kB"],
    [12, "1 kB"],
  ])("reads %i bytes as %s", (bytes, text) => expect(fileSize(bytes)).toBe(text));
});
