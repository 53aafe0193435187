import type postgres from "postgres";
import { describe, expect, it } from "vitest";
import { planAnew, preparing } from "@/db/prepare";

type Sent = { text: string; prepare: boolean | undefined };

function recorder() {
  const sent: Sent[] = [];
  const client = preparing({
    unsafe: (text: string, _values: unknown[], { prepare }: { prepare?: boolean }) => void sent.push({ text, prepare }),
  } as unknown as postgres.Sql);
  return { sent, ask: (text: string, values: string[]) => void client.unsafe(text, values) };
}

describe("A statement", () => {
  it("is prepared from its third use on, if it has parameters", () => {
    const { sent, ask } = recorder();
    for (let use = 0; use < 4; use += 1) ask("select $1", ["a"]);
    for (let use = 0; use < 4; use += 1) ask("select 1", []);
    expect(sent.map(({ prepare }) => prepare)).toEqual([false, false, true, true, false, false, false, false]);
    expect(new Set(sent.map(({ text }) => text))).toEqual(new Set(["select $1", "select 1"]));
  });

  it("that is prepared is so anew after an index was built", () => {
    const { sent, ask } = recorder();
    for (let use = 0; use < 3; use += 1) ask("select $1", ["a"]);
    planAnew();
    ask("select $1", ["a"]);
    ask("select $1", ["a"]);
    ask("select 1", []);
    planAnew();
    ask("select $1", ["a"]);
    expect(sent.slice(2)).toEqual([
      { text: "select $1", prepare: true },
      { text: "select $1 /* 1 */", prepare: true },
      { text: "select $1 /* 1 */", prepare: true },
      { text: "select 1", prepare: false },
      { text: "select $1 /* 2 */", prepare: true },
    ]);
  });
});
