import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** Synonyms, which a model would know and words alone do not. */
const meanings = [
  ["car", "automobile", "vehicle"],
  ["refund", "reimbursement", "money"],
  ["doctor", "physician"],
];
const dimensions = 384;

function vectorOf(text: string): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const singular = word.replace(/s$/, "");
    const meaning = meanings.find((group) => group.includes(singular))?.[0] ?? singular;
    let hash = 2_166_136_261;
    for (const character of meaning) hash = Math.imul(hash ^ character.codePointAt(0)!, 16_777_619) >>> 0;
    vector[hash % dimensions]! += 1;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

type Request = { model: string; input: string[]; encoding_format: string };

/** A fake of `POST /embeddings` in OpenAI's shape on loopback. Its vectors know some synonyms. */
export class EmbeddingServer {
  requests: Request[] = [];
  authorization: string | undefined;
  /** Statuses of the next responses; undefined succeeds. */
  failures: (number | undefined)[] = [];
  /** Longer texts are refused, as models do. */
  charactersMax = Infinity;
  /** How long each answer takes. */
  delayMs = 0;

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<EmbeddingServer> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (!address || typeof address === "string") throw new Error("No port");
    const embedding = new EmbeddingServer(`http://127.0.0.1:${address.port}/v1`, async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    });
    server.on("request", (request, response) => void embedding.#answer(request, response));
    return embedding;
  }

  reset(): void {
    Object.assign(this, { requests: [], failures: [], charactersMax: Infinity, delayMs: 0 });
  }

  /** All texts received, in order. */
  get texts(): string[] {
    return this.requests.flatMap(({ input }) => input);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const send = (status: number, value: unknown, headers = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
    const refuse = (status: number) =>
      send(status, { error: { message: "refused", type: "error", code: null } }, { "retry-after-ms": "10" });
    if (request.url !== "/v1/embeddings")
      return void send(200, {
        data: [{ id: "acme/embed-small", pricing: { prompt: "0.00000002", completion: "0" } }],
      });
    const body = JSON.parse(Buffer.concat(pieces).toString()) as Request;
    this.authorization = request.headers.authorization;
    this.requests.push(body);
    if (this.delayMs > 0) await setTimeout(this.delayMs);
    const failure = this.failures.shift();
    if (failure !== undefined) return void refuse(failure);
    if (body.input.some((text) => text.length > this.charactersMax)) return void refuse(400);
    const tokens = body.input.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
    send(200, {
      object: "list",
      data: body.input.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) })),
      model: body.model,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    });
  }
}
