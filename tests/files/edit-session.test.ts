import { describe, expect, it } from "vitest";
import { EditSession } from "@/features/files/edit-session";

/** A server that answers each save with the next of these: a hash, or a reason to refuse it. */
function open(...answers: string[]) {
  const sent: string[] = [];
  const told: string[] = [];
  const send = ({ content }: { content: string }) => {
    sent.push(content);
    const answer = answers.shift()!;
    return answer.startsWith("h") ? Promise.resolve({ hash: answer }) : Promise.reject(new Error(answer));
  };
  const refusalOf = (error: unknown) => ({
    reason: (error as Error).message,
    message: "No",
    details: { content: "theirs", hash: "h9" },
  });
  const session = new EditSession(crypto.randomUUID(), { path: "pages/A.jsx", content: "one", hash: "h1" }, true, {
    send,
    refusalOf,
    tell: (message) => void told.push(message),
  });
  const type = (text: string) => session.dispatch({ type: "edit", text });
  return { session, sent, told, type };
}

describe("The editing session of a file", () => {
  it("sends one save at a time, and what was typed meanwhile right after it when the file is left", async () => {
    const { session, sent, type } = open("h2", "h3");
    type("two");
    void session.save();
    void session.save();
    type("three");
    expect(sent).toEqual(["two"]);
    expect(await session.flush()).toBe(true);
    expect(sent).toEqual(["two", "three"]);
    expect(session.state).toMatchObject({ saved: "three", hash: "h3" });
  });

  it("tells once that saving fails, until it works again or the person asks", async () => {
    const { session, told, type } = open("offline", "offline", "read-only-file", "h2", "offline");
    type("two");
    await session.save();
    await session.save();
    expect(told).toEqual(["Failed to save file. No"]);
    expect(await session.flush()).toBe(false);
    expect(told).toHaveLength(2);
    await session.save();
    type("three");
    await session.save();
    expect(told).toHaveLength(3);
  });

  it("tells whoever has left a file that its last save met a newer one", async () => {
    const { session, told, type } = open("stale-file");
    type("mine");
    expect(await session.flush()).toBe(false);
    expect(told).toEqual(["pages/A.jsx: No. Open it to decide."]);
    expect(session.state.conflict).toMatchObject({ mine: "mine", theirs: "theirs" });
  });
});
