import { once } from "node:events";
import { createServer } from "node:http";
import { writeFileSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseEnv } from "@/engines/env";
import { openModel } from "@/engines/model/open";
import type { ModelEvent } from "@/engines/model/schema";

type Call = { path: string; headers: Record<string, unknown>; body: Record<string, unknown> };
const calls: Call[] = [];
const line = (value: unknown, event?: string) =>
  `${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(value)}\n\n`;

const anthropic = [
  line({
    type: "message_start",
    message: {
      id: "m",
      type: "message",
      role: "assistant",
      model: "claude",
      content: [],
      stop_reason: null,
      usage: { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 600, cache_creation_input_tokens: 200 },
    },
  }),
  line({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
  line({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } }),
  line({ type: "content_block_stop", index: 0 }),
  line({ type: "message_delta", delta: { stop_reason: "max_tokens" }, usage: { output_tokens: 50 } }),
  line({ type: "message_stop" }),
].join("");

const chat = [
  line({
    id: "c",
    object: "chat.completion.chunk",
    created: 0,
    model: "m",
    choices: [
      {
        index: 0,
        delta: {
          content: "Hello",
          annotations: [
            {
              type: "url_citation",
              url_citation: { url: "https://example.com/docs", title: "Docs", start_index: 0, end_index: 5 },
            },
          ],
        },
        finish_reason: null,
      },
    ],
  }),
  line({
    id: "c",
    object: "chat.completion.chunk",
    created: 0,
    model: "m",
    choices: [{ index: 0, delta: {}, finish_reason: "length" }],
  }),
  line({
    id: "c",
    object: "chat.completion.chunk",
    created: 0,
    model: "m",
    choices: [],
    usage: {
      prompt_tokens: 810,
      completion_tokens: 50,
      total_tokens: 860,
      prompt_tokens_details: { cached_tokens: 600 },
    },
  }),
  "data: [DONE]\n\n",
].join("");

const responses = [
  line({ type: "response.created", response: { id: "r", created_at: 0, model: "m" } }),
  line({ type: "response.output_item.added", output_index: 0, item: { type: "message", id: "i" } }),
  line({ type: "response.output_text.delta", item_id: "i", delta: "Hello" }),
  line({ type: "response.output_item.done", output_index: 0, item: { type: "message", id: "i" } }),
  line({
    type: "response.incomplete",
    response: {
      incomplete_details: { reason: "max_output_tokens" },
      usage: { input_tokens: 810, output_tokens: 50, input_tokens_details: { cached_tokens: 600 } },
    },
  }),
].join("");

const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    const path = request.url ?? "";
    if (path.includes("/models"))
      return response.end(
        JSON.stringify({
          data: [
            { id: "maker/m", pricing: { prompt: "0.000003", completion: "0.000015", input_cache_read: "0.0000003" } },
          ],
        }),
      );
    calls.push({
      path,
      headers: request.headers,
      body: JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>,
    });
    response
      .writeHead(200, { "content-type": "text/event-stream" })
      .end(path.endsWith("/messages") ? anthropic : path.endsWith("/responses") ? responses : chat);
  });
});
let url = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
});
afterAll(() => void server.close());

async function ask(settings: Record<string, string>): Promise<{
  text: string;
  sources: ModelEvent[];
  end: Extract<ModelEvent, { kind: "finish" }>;
  call: Call | undefined;
}> {
  calls.length = 0;
  const provider = openModel(
    parseEnv({ MODELS_URL: `${url}/models`, MODEL_API_KEY: "key-1", MODEL_NAME: "m", ...settings }),
  );
  let text = "";
  const sources: ModelEvent[] = [];
  let end: Extract<ModelEvent, { kind: "finish" }> | undefined;
  for await (const event of provider.stream({
    instructions: "Be brief.",
    messages: [{ role: "user", content: "Hi" }],
    workspace: { files: [], appName: "A" },
    signal: new AbortController().signal,
  })) {
    if (event.kind === "text") text += event.text;
    if (event.kind === "source") sources.push(event);
    if (event.kind === "finish") end = event;
  }
  return { text, sources, end: end!, call: calls[0] };
}

describe("Every model provider", () => {
  it.each(["openai-compatible", "openai", "anthropic", "openrouter"])(
    "%s streams text, says that it was cut, and its tokens are priced by part",
    async (kind) => {
      const { text, end, call } = await ask({ MODEL_PROVIDER: kind, MODEL_BASE_URL: url });
      expect(text).toBe("Hello");
      expect(end).toMatchObject({
        reason: "length",
        usage: {
          completionTokens: 50,
          cacheReadTokens: 600,
          cacheReadRate: 0.3,
          isPriced: true,
          finishReason: "length",
          modelInfo: { model: "m" },
        },
      });
      const {
        promptTokens,
        cacheReadTokens,
        cacheWriteTokens,
        completionTokens,
        totalTokens,
        promptCost,
        completionCost,
        cacheReadCost,
        cacheWriteCost,
        totalCost,
      } = end.usage;
      expect([promptTokens + cacheReadTokens + cacheWriteTokens, totalTokens]).toEqual([810, 810 + completionTokens]);
      expect(totalCost).toBeCloseTo(promptCost + completionCost + cacheReadCost + cacheWriteCost, 12);
      expect(JSON.stringify(call!.headers)).toContain("key-1");
      expect(JSON.stringify(call!.body)).not.toContain("key-1");
    },
  );

  it("names the pages that an answer goes by", async () => {
    expect((await ask({ MODEL_PROVIDER: "openrouter", MODEL_BASE_URL: url })).sources).toEqual([
      { kind: "source", url: "https://example.com/docs", title: "Docs" },
    ]);
  });

  it("Anthropic is told to cache what never changes", async () => {
    const { call } = await ask({ MODEL_PROVIDER: "anthropic", MODEL_BASE_URL: url });
    expect(call!.body.system).toEqual([{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }]);
  });

  it("says so when no rate is known, rather than that it was free", async () => {
    const { end } = await ask({ MODEL_PROVIDER: "openai-compatible", MODEL_BASE_URL: url, MODEL_NAME: "home-grown" });
    expect(end.usage).toMatchObject({ totalCost: 0, isPriced: false });
  });

  it("plays recorded replies back", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "joinery-replay-")), "replies.jsonl");
    writeFileSync(
      file,
      `${JSON.stringify({ match: "Bye", pieces: ["Good", "bye"] })}\n${JSON.stringify({ pieces: ["Hel", "lo"] })}\n`,
    );
    expect(await ask({ MODEL_PROVIDER: "replay", MODEL_NAME: file })).toMatchObject({
      text: "Hello",
      end: { reason: "stop" },
    });
  });

  it("names the setting that it misses", async () => {
    await expect(ask({ MODEL_PROVIDER: "openai-compatible", MODEL_NAME: "m" })).rejects.toThrow("MODEL_BASE_URL");
    await expect(ask({ MODEL_PROVIDER: "openai-compatible", MODEL_BASE_URL: url, MODEL_NAME: "" })).rejects.toThrow(
      "MODEL_NAME",
    );
  });
});
