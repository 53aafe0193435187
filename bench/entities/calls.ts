import { Agent, request } from "node:http";

export const connections = 16;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

/** Without an agent of its own a side shares the load's connections. */
export type Side = { port: number; host?: string; agent?: Agent };
export type Call = { method: string; path: string; headers?: Record<string, string>; body?: string | Buffer };

/** @throws for any status but 200 */
export function call(side: Side, { method, path, headers, body }: Call): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent: side.agent ?? agent,
        port: side.port,
        host: "127.0.0.1",
        method,
        path,
        headers: {
          ...(side.host && { host: side.host }),
          ...(body !== undefined && {
            "content-type": typeof body === "string" ? "application/json" : "text/csv",
            "content-length": Buffer.byteLength(body),
          }),
          ...headers,
        },
      },
      (response) => {
        const pieces: Buffer[] = [];
        response.on("data", (piece: Buffer) => pieces.push(piece));
        response.on("end", () => {
          const answer = Buffer.concat(pieces).toString();
          if (response.statusCode === 200) resolve(answer);
          else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${answer.slice(0, 300)}`));
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Closed-loop load over all connections. @returns calls per second */
export async function load(seconds: number, work: (turn: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let calls = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      for (let turn = lane; performance.now() < startedAt + seconds * 1000; turn += connections) {
        await work(turn);
        calls += 1;
      }
    }),
  );
  return calls / ((performance.now() - startedAt) / 1000);
}

export const median = (list: number[]) => list.toSorted((left, right) => left - right)[list.length >> 1]!;
/** Half of the range over the median. */
export const spread = (list: number[]) => (Math.max(...list) - Math.min(...list)) / 2 / median(list);

/** @returns the value below which this part of the list lies */
export const quantile = (list: number[], part: number) =>
  list.toSorted((left, right) => left - right)[Math.floor((list.length - 1) * part)]!;
