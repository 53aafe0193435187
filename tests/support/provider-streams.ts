import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** The event streams of model services, as the schemas of the AI SDK's own packages describe them. */
export const dialects = ["openai-compatible", "openrouter", "anthropic"] as const;
export type Dialect = (typeof dialects)[number];

export type Spoken = {
  reasoning?: string;
  text?: string;
  source?: { url: string; title: string };
  calls?: { name: string; input: unknown }[];
  finish?: "stop" | "length";
  /** The stream breaks off with the service's error instead of an end. */
  error?: string;
  usage?: { prompt: number; cached: number; completion: number };
};

const event = (value: { type?: string } & Record<string, unknown>, isNamed = false) =>
  `${isNamed ? `event: ${value.type}\n` : ""}data: ${JSON.stringify(value)}\n\n`;
const pieces = (text: string, length = 9): string[] => text.match(new RegExp(`[\\s\\S]{1,${length}}`, "gu")) ?? [];

function ofChat(dialect: Dialect, spoken: Spoken): string {
  const { reasoning = "", text = "", source, calls = [], finish = "stop", error, usage } = spoken;
  const isRouter = dialect === "openrouter";
  const chunk = (delta: Record<string, unknown>, reason: string | null = null, more: Record<string, unknown> = {}) =>
    event({
      id: "gen-1",
      object: "chat.completion.chunk",
      created: 1,
      model: "maker/m",
      choices: [{ index: 0, delta, finish_reason: reason }],
      ...more,
    });
  const lines = [
    ...(isRouter ? [": OPENROUTER PROCESSING\n\n"] : []),
    chunk({ role: "assistant", content: "" }),
    ...pieces(reasoning).map((piece) =>
      isRouter
        ? chunk({
            content: "",
            reasoning: piece,
            reasoning_details: [{ type: "reasoning.text", text: piece, format: "unknown", index: 0 }],
          })
        : chunk({ reasoning_content: piece }),
    ),
    ...pieces(text).map((piece) => chunk({ content: piece })),
    ...(source && isRouter
      ? [
          chunk({
            content: "",
            annotations: [{ type: "url_citation", url_citation: { ...source, start_index: 0, end_index: 1 } }],
          }),
        ]
      : []),
    ...calls.flatMap(({ name, input }, index) => [
      chunk({
        tool_calls: [{ index, id: `call_${name}_${index}`, type: "function", function: { name, arguments: "" } }],
      }),
      ...pieces(JSON.stringify(input)).map((piece) =>
        chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ]),
  ];
  if (error !== undefined)
    return [
      ...lines,
      isRouter
        ? chunk({ content: "" }, "error", {
            error: { code: 502, message: error, metadata: { error_type: "provider_unavailable" } },
          })
        : event({ error: { message: error, type: "server_error", code: 500 } }),
    ].join("");
  const { prompt, cached, completion } = usage ?? { prompt: 1_000, cached: 600, completion: 50 };
  const counted = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached },
    ...(isRouter && { cost: 0.00042, is_byok: false, completion_tokens_details: { reasoning_tokens: 0 } }),
  };
  return [
    ...lines,
    ...(isRouter ? [": OPENROUTER PROCESSING\n\n"] : []),
    chunk({}, calls.length > 0 ? "tool_calls" : finish),
    event({ id: "gen-1", object: "chat.completion.chunk", created: 1, model: "maker/m", choices: [], usage: counted }),
    "data: [DONE]\n\n",
  ].join("");
}

function ofAnthropic({ reasoning = "", text = "", source, calls = [], finish = "stop", error, usage }: Spoken): string {
  const { prompt, cached, completion } = usage ?? { prompt: 1_000, cached: 600, completion: 50 };
  const named = (value: { type: string } & Record<string, unknown>) => event(value, true);
  let index = -1;
  const block = (content: Record<string, unknown>, deltas: Record<string, unknown>[]) => {
    index += 1;
    return [
      named({ type: "content_block_start", index, content_block: content }),
      ...deltas.map((delta) => named({ type: "content_block_delta", index, delta })),
      named({ type: "content_block_stop", index }),
    ];
  };
  const citation = source && { type: "web_search_result_location", cited_text: "…", ...source, encrypted_index: "e" };
  const lines = [
    named({
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: prompt - cached,
          cache_read_input_tokens: cached,
          cache_creation_input_tokens: 0,
          output_tokens: 1,
        },
      },
    }),
    named({ type: "ping" }),
    ...(reasoning
      ? block({ type: "thinking", thinking: "", signature: "" }, [
          ...pieces(reasoning).map((thinking) => ({ type: "thinking_delta", thinking })),
          { type: "signature_delta", signature: "sig-canary" },
        ])
      : []),
    ...(text
      ? block({ type: "text", text: "" }, [
          ...pieces(text).map((piece) => ({ type: "text_delta", text: piece })),
          ...(citation ? [{ type: "citations_delta", citation }] : []),
        ])
      : []),
    ...calls.flatMap(({ name, input }, at) =>
      block(
        { type: "tool_use", id: `toolu_${name}_${at}`, name, input: {} },
        pieces(JSON.stringify(input)).map((partial_json) => ({ type: "input_json_delta", partial_json })),
      ),
    ),
  ];
  if (error !== undefined) {
    // Without the last block's end: the service broke off.
    return [...lines.slice(0, -1), named({ type: "error", error: { type: "overloaded_error", message: error } })].join(
      "",
    );
  }
  const reason = calls.length > 0 ? "tool_use" : finish === "length" ? "max_tokens" : "end_turn";
  return [
    ...lines,
    named({
      type: "message_delta",
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: completion },
    }),
    named({ type: "message_stop" }),
  ].join("");
}

/** A reply as the bytes that a service of this dialect sends. */
export const streamOf = (dialect: Dialect, spoken: Spoken): Uint8Array =>
  new TextEncoder().encode(dialect === "anthropic" ? ofAnthropic(spoken) : ofChat(dialect, spoken));

/** The body of a refusal, by dialect. */
const refusalOf = (dialect: Dialect, status: number) =>
  dialect === "anthropic"
    ? { type: "error", error: { type: status === 529 ? "overloaded_error" : "api_error", message: "Overloaded" } }
    : { error: { code: status, message: "Provider returned error", metadata: {} } };

type Block = { text: string; isMarked: boolean };

/** A request's blocks in the order in which services cache them: tools, instructions, messages. */
function blocksOf({ tools, system, messages }: Record<string, unknown>): Block[] {
  const list = (value: unknown) => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
  return [...list(tools), ...list(system), ...list(messages)].map((block) => {
    const marked = JSON.stringify(block);
    const text = JSON.stringify(block, (key, value: unknown) => {
      if (key === "cache_control") return undefined;
      // A marked text is sent as a list of one part.
      const only: unknown = key === "content" && Array.isArray(value) && value.length === 1 ? value[0] : undefined;
      return typeof only === "object" && only !== null && "text" in only ? only.text : value;
    });
    return { text, isMarked: marked.includes("cache_control") };
  });
}

const tokensIn = (blocks: Block[]) => Math.ceil(blocks.reduce((sum, { text }) => sum + text.length, 0) / 4);

/**
 * What a service would bill for a request that follows others, at four characters a token: cached is what it begins
 * with and what an earlier one began with, as far as Anthropic was told to keep it; others keep all of it.
 */
function countedUsage(dialect: Dialect, request: Record<string, unknown>, earlier: Record<string, unknown>[]) {
  const blocks = blocksOf(request);
  let cached = 0;
  for (const old of earlier.map(blocksOf)) {
    const kept = dialect === "anthropic" ? old.slice(0, old.findLastIndex(({ isMarked }) => isMarked) + 1) : old;
    const differs = kept.findIndex(({ text }, at) => blocks[at]?.text !== text);
    // A prefix that Anthropic keeps ends at a mark: what stands behind the last one that is the same is paid again.
    const same = kept.slice(0, differs < 0 ? kept.length : differs);
    const held = dialect === "anthropic" ? same.slice(0, same.findLastIndex(({ isMarked }) => isMarked) + 1) : same;
    cached = Math.max(cached, tokensIn(held));
  }
  return { prompt: tokensIn(blocks), cached, completion: 50 };
}

/** A model service on loopback that plays replies once each, in order, in pieces of a few bytes. */
export class ProviderServer {
  #scripts: ({ spoken: Spoken } | { status: number })[] = [];
  /** Bodies of requests, parsed. */
  requests: Record<string, unknown>[] = [];
  dialect: Dialect = "openai-compatible";
  pieceLength = 41;
  /** Bills what requests really begin with in common, instead of the same for each. */
  isCounting = false;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<ProviderServer> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (!address || typeof address === "string") throw new Error("No port");
    const provider = new ProviderServer(server, `http://127.0.0.1:${address.port}`);
    server.on("request", (request, response) => void provider.#answer(request, response));
    return provider;
  }

  say(...replies: Spoken[]): void {
    this.#scripts.push(...replies.map((spoken) => ({ spoken })));
  }

  refuse(status: number, times = 1): void {
    for (let time = 0; time < times; time += 1) this.#scripts.push({ status });
  }

  reset(): void {
    this.#scripts = [];
    this.requests = [];
    this.isCounting = false;
  }

  get left(): number {
    return this.#scripts.length;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: Buffer[] = [];
    for await (const piece of request) body.push(piece as Buffer);
    if (request.method === "GET") return void response.writeHead(404).end("{}");
    this.requests.push(JSON.parse(Buffer.concat(body).toString()) as Record<string, unknown>);
    const script = this.#scripts.shift();
    if (!script || "status" in script) {
      const status = script?.status ?? 500;
      response.writeHead(status, { "content-type": "application/json", "retry-after": "0" });
      return void response.end(JSON.stringify(refusalOf(this.dialect, status)));
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const usage = this.isCounting
      ? countedUsage(this.dialect, this.requests.at(-1)!, this.requests.slice(0, -1))
      : script.spoken.usage;
    const bytes = streamOf(this.dialect, { ...script.spoken, ...(usage && { usage }) });
    for (let at = 0; at < bytes.length && !response.destroyed; at += this.pieceLength)
      response.write(bytes.subarray(at, at + this.pieceLength));
    response.end();
  }
}
