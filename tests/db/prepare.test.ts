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
    expect(new Set(sent.filter(({ prepare }) => !prepare).map(({ text }) => text))).toEqual(
      new Set(["select $1", "select 1"]),
    );
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
    const [first, second, again, plain, third] = sent.slice(2).map(({ text }) => text);
    expect(sent.slice(2).map(({ prepare }) => prepare)).toEqual([true, true, true, false, true]);
    // Other tests of this process may have built an index before.
    for (const text of [first, second, third]) expect(text).toMatch(/^select \$1( \/\* \d+ \*\/)?$/);
    expect(new Set([first, second, third]).size).toBe(3);
    expect([again, plain]).toEqual([second, "select 1"]);
  });
});
