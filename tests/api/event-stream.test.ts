import { describe, expect, it } from "vitest";
import { pushEvents } from "@/api/event-stream";

function open() {
  const hangUp = new AbortController();
  let send: (event: string) => void = () => undefined;
  let subscribed = 0;
  const response = pushEvents(hangUp.signal, (give) => {
    send = give;
    subscribed += 1;
    return () => void (subscribed -= 1);
  });
  return {
    hangUp,
    response,
    reader: response.body!.getReader(),
    send: (text: string) => send(text),
    count: () => subscribed,
  };
}
const textOf = ({ value }: ReadableStreamReadResult<Uint8Array>) => new TextDecoder().decode(value);

describe("Server-sent events", () => {
  it("are not buffered by proxies, and arrive as they are sent", async () => {
    const { response, reader, send } = open();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "x-accel-buffering": "no",
      "cache-control": "no-store, no-transform",
    });
    send("data: 1\n\n");
    expect(textOf(await reader.read())).toBe("data: 1\n\n");
    await reader.cancel();
  });

  it.each(["the caller hangs up", "the reader lets go", "both, in either order"])("end once when %s", async (how) => {
    const { hangUp, reader, send, count } = open();
    if (how !== "the caller hangs up") await reader.cancel();
    if (how !== "the reader lets go") hangUp.abort();
    if (how.startsWith("both")) await reader.cancel();
    expect(count()).toBe(0);
    expect(() => send("data: late\n\n")).not.toThrow();
  });

  it("never begin for a caller who has left already", () => {
    const response = pushEvents(AbortSignal.abort(), () => () => undefined);
    return expect(response.text()).resolves.toBe("");
  });

  it("end for a reader who has stopped reading, before they fill the memory", () => {
    const { send, count } = open();
    for (let piece = 0; piece < 100; piece += 1) send(`data: ${"x".repeat(100_000)}\n\n`);
    expect(count()).toBe(0);
  });
});
