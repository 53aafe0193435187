import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

type Script =
  | {
      kind: "reply";
      bytes: Uint8Array;
      finish: "stop" | "length" | "drop";
      delayMs: number;
      pieceLength: number;
      until?: Promise<void>;
      calls: Look[];
    }
  | { kind: "fail"; status: number; retryAfter?: string; message?: string }
  | { kind: "raw"; text: string; ends: boolean };

/** A call of a tool at a reply's end; `input` is JSON, or text that is none. */
export type Look = { name: string; input: unknown };

/**
 * `until`: holds the last chunk back until it resolves or the caller hangs up, so that tests can act in mid-answer
 * without timers.
 */
type ReplyOptions = {
  calls?: Look[];
  finish?: "stop" | "length" | "drop";
  delayMs?: number;
  pieceLength?: number;
  until?: Promise<void>;
};

/** For `until`: an answer that only Stop or a crash ends. */
export const never = new Promise<void>(() => undefined);

/** A fake model server with OpenAI's streaming protocol on loopback: plays the test's replies once each, in order. */
export class ScriptedModel {
  #scripts: Script[] = [];
  requests: unknown[] = [];
  replies = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<ScriptedModel> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (!address || typeof address === "string") throw new Error("No port");
    const model = new ScriptedModel(server, `http://127.0.0.1:${address.port}`);
    server.on("request", (request, response) => void model.#answer(request, response));
    return model;
  }

  reply(text: string, options: ReplyOptions = {}): void {
    this.replyBytes(new TextEncoder().encode(text), options);
  }

  /** The bytes as text; a character cut in half is dropped, because JSON cannot carry it. */
  replyBytes(
    bytes: Uint8Array,
    { finish = "stop", delayMs = 0, pieceLength = 17, until, calls = [] }: ReplyOptions = {},
  ): void {
    this.replies += 1;
    this.#scripts.push({ kind: "reply", bytes, finish, delayMs, pieceLength, until, calls });
  }

  fail(failure: { status: number; retryAfter?: string; message?: string }): void {
    this.#scripts.push({ kind: "fail", ...failure });
  }

  /** Sends raw text as the event stream; `ends: false` leaves the connection open and silent. */
  raw(text: string, { ends = true }: { ends?: boolean } = {}): void {
    this.#scripts.push({ kind: "raw", text, ends });
  }

  /** Response of `GET /models`. */
  models: unknown[] = [];

  reset(): void {
    this.#scripts = [];
    this.requests = [];
    this.replies = 0;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.startsWith("/models"))
      return void response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ data: this.models }));
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    this.requests.push(JSON.parse(Buffer.concat(pieces).toString()));
    const script = this.#scripts.shift();
    if (!script) return void response.writeHead(500).end("{}");
    if (script.kind === "fail") {
      response.writeHead(script.status, {
        "content-type": "application/json",
        ...(script.retryAfter !== undefined && { "retry-after": script.retryAfter }),
      });
      return void response.end(
        JSON.stringify({ error: { message: script.message ?? "refused", code: script.status } }),
      );
    }
    if (script.kind === "raw") {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(script.text);
      return script.ends ? void response.end() : undefined;
    }
    await this.#stream(script, response);
  }

  async #stream(
    { bytes, finish, delayMs, pieceLength, until, calls }: Extract<Script, { kind: "reply" }>,
    response: ServerResponse,
  ): Promise<void> {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (value: unknown) => response.write(`data: ${JSON.stringify(value)}\n\n`);
    const text = new TextDecoder().decode(bytes, { stream: true });
    for (let at = 0; at < text.length && !response.destroyed; at += pieceLength) {
      if (at + pieceLength >= text.length && until)
        await Promise.race([until, new Promise((resolve) => response.once("close", resolve))]);
      send({
        id: "c",
        object: "chat.completion.chunk",
        created: 0,
        model: "scripted",
        choices: [{ index: 0, delta: { content: text.slice(at, at + pieceLength) }, finish_reason: null }],
      });
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
    for (const [index, { name, input }] of calls.entries()) {
      const json = typeof input === "string" ? input : JSON.stringify(input);
      const id = `call-${this.requests.length}-${index}`;
      const chunk = (call: Record<string, unknown>) =>
        send({
          id: "c",
          object: "chat.completion.chunk",
          created: 0,
          model: "scripted",
          choices: [{ index: 0, delta: { tool_calls: [{ index, ...call }] }, finish_reason: null }],
        });
      chunk({ id, type: "function", function: { name, arguments: "" } });
      for (let at = 0; at < json.length; at += pieceLength)
        chunk({ function: { arguments: json.slice(at, at + pieceLength) } });
    }
    if (finish === "drop") {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return void response.destroy();
    }
    send({
      id: "c",
      object: "chat.completion.chunk",
      created: 0,
      model: "scripted",
      choices: [{ index: 0, delta: {}, finish_reason: calls.length > 0 && finish === "stop" ? "tool_calls" : finish }],
    });
    send({
      id: "c",
      object: "chat.completion.chunk",
      created: 0,
      model: "scripted",
      choices: [],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    });
    response.end("data: [DONE]\n\n");
  }
}
