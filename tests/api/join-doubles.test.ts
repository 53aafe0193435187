import { createTRPCClient, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { describe, expect, it } from "vitest";
import { joinDoubles } from "@/api/join-doubles";
import type { AppRouter } from "@/doors/router";

/** A client whose server answers when told to. */
function open() {
  const sent: { answer: () => void; fail: () => void }[] = [];
  const server: TRPCLink<AppRouter> = () => () =>
    observable((observer) => {
      const number = sent.length + 1;
      sent.push({
        answer: () => {
          observer.next({ result: { type: "data", data: number } });
          observer.complete();
        },
        fail: () => observer.error(new Error("no") as never),
      });
    });
  const client = createTRPCClient<AppRouter>({ links: [joinDoubles, server] });
  const add = (context: string) => client.sources.ingestText.mutate({ appId: "a", context }) as Promise<unknown>;
  return { sent, add };
}

describe("A double submit", () => {
  it("is sent once, and both calls get its answer", async () => {
    const { sent, add } = open();
    const both = [add("hello"), add("hello")];
    expect(sent).toHaveLength(1);
    sent[0]!.answer();
    expect(await Promise.all(both)).toEqual([1, 1]);
  });

  it("fails for both when it fails, and may be tried again", async () => {
    const { sent, add } = open();
    const both = Promise.allSettled([add("hello"), add("hello")]);
    sent[0]!.fail();
    expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const again = add("hello");
    expect(sent).toHaveLength(2);
    sent[1]!.answer();
    expect(await again).toBe(2);
  });

  it("is none when something else was asked in between, or the first is answered", async () => {
    const { sent, add } = open();
    const all = [add("on"), add("off"), add("on")];
    expect(sent).toHaveLength(3);
    for (const one of sent) one.answer();
    await Promise.all(all);
    const later = add("on");
    expect(sent).toHaveLength(4);
    sent[3]!.answer();
    await later;
  });
});
