import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { parseEnv } from "@/engines/env";
import { openModel } from "@/engines/model/open";
import type { ModelEvent } from "@/engines/model/schema";
import { collect, parseReply } from "@/engines/protocol/parse";
import { ActionParser } from "@/engines/protocol/parse";
import { inspections } from "@/features/inspections/schema";
import { type Dialect, dialects, type Spoken, streamOf } from "../support/provider-streams";

const reply =
  'Grüße 👋🏽, ich sehe nach.\r\n<action type="add_file" file="pages/Home.jsx" title="Add" id="a1">\nexport default () => <p>ä €</p>;\n</action id="a1">\nFertig.';
const spoken: Spoken = {
  reasoning: "Erst — überlegen 🤔.",
  text: reply,
  source: { url: "https://example.com/ä", title: "Döcs" },
  calls: [
    { name: "read_file", input: { path: "pages/Größe.jsx", from: 2 } },
    { name: "list_files", input: {} },
  ],
};

const base = "http://model.example/v1";
let sent: Uint8Array;
let size = 1;
const isPost = (input: RequestInfo | URL, init?: RequestInit) =>
  (init?.method ?? (input instanceof Request ? input.method : "GET")) === "POST";
/** A service whose stream comes in pieces of `size`. It stands for fetch itself: a server between would cut them anew. */
const answer: typeof fetch = async (...given) => {
  if (!isPost(...given)) return Response.json({ data: [] });
  const pieces = new ReadableStream({
    start(controller) {
      for (let at = 0; at < sent.length; at += size) controller.enqueue(sent.slice(at, at + size));
      controller.close();
    },
  });
  return new Response(pieces, { headers: { "content-type": "text/event-stream" } });
};
beforeAll(() => void vi.stubGlobal("fetch", answer));
afterAll(() => void vi.unstubAllGlobals());

/** What a reply comes to, however it was cut on its way. */
async function heard(dialect: Dialect) {
  const provider = openModel(
    parseEnv({
      MODEL_PROVIDER: dialect,
      MODEL_BASE_URL: base,
      MODEL_API_KEY: "k",
      MODEL_NAME: "m",
      MODELS_URL: `${base}/models`,
    }),
  );
  const parser = new ActionParser();
  const parsed = [];
  const others: ModelEvent[] = [];
  let reasoning = "";
  for await (const event of provider.stream({
    instructions: "",
    messages: [{ role: "user", content: "Hi" }],
    tools: inspections,
    workspace: { files: [], appName: "" },
    signal: new AbortController().signal,
  }))
    if (event.kind === "text") parsed.push(...parser.push(event.text));
    else if (event.kind === "reasoning") reasoning += event.text;
    else if (event.kind === "finish") others.push({ ...event, usage: { ...event.usage, timestamp: "" } });
    else others.push(event);
  return { ...collect([...parsed, ...parser.end("stop")]), reasoning, others };
}

describe("A recorded stream", () => {
  it.each(dialects)("of %s is heard the same in pieces of every length", async (dialect) => {
    sent = streamOf(dialect, spoken);
    size = sent.length;
    const whole = await heard(dialect);
    expect(whole).toMatchObject({ ...parseReply(reply), reasoning: spoken.reasoning });
    expect(whole.others.flatMap((event) => (event.kind === "call" ? [event.call] : []))).toMatchObject(spoken.calls!);
    // Every length to that of a line's start, where a boundary can fall between any two bytes; then longer ones.
    const sizes = [...Array.from({ length: 16 }, (_, index) => index + 1), 31, 64, 97, 251, 1_021, 4_093];
    for (size of sizes) expect({ size, ...(await heard(dialect)) }).toEqual({ size, ...whole });
  });

  it.each(dialects)("of %s that ends anywhere never makes a half action whole", async (dialect) => {
    const bytes = streamOf(dialect, { text: reply });
    size = 50;
    for (let end = 0; end < bytes.length; end += 307) {
      sent = bytes.slice(0, end);
      const cut = await heard(dialect).catch(() => ({ actions: [] }));
      for (const action of cut.actions)
        if (action.isComplete) expect(action.content).toBe("export default () => <p>ä €</p>;");
    }
  });
});
