// Upper bound: a bare node:http server with one statement per call including the permission clause, jsonb passed
// through as text. No account, session or schema; nothing is validated. On the same Postgres, or the embedded engine in
// the server's own thread.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PGlite } from "@electric-sql/pglite";
import postgres from "postgres";
import { newId } from "../../src/db/id";

/** @returns rows with text columns */
type Ask = (text: string, values: unknown[]) => Promise<Record<string, string>[]>;

const columns = `id, created_at::text as "createdAt", updated_at::text as "updatedAt", creator_id as "creatorId", data::text as data`;
/** Same columns, keys and indexes as ours. */
export const benchTable = `create table if not exists bench_row (app_id text, entity text, id text, creator_id text, created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(), data jsonb not null, primary key (app_id, entity, id));
  create index if not exists bench_row_created on bench_row (app_id, entity, created_at desc, id desc);
  create index if not exists bench_row_own on bench_row (app_id, entity, creator_id, created_at desc, id desc)`;

async function openLimit(url: string | undefined, dataDir: string) {
  if (url) {
    const client = postgres(url, { max: 16, onnotice: () => undefined });
    await client.unsafe(benchTable);
    const ask: Ask = async (text, values) => [...(await client.unsafe(text, values as never[], { prepare: true }))];
    return { ask, analyze: async () => void (await client`vacuum analyze bench_row`) };
  }
  const database = await PGlite.create({ dataDir });
  await database.exec(benchTable);
  const ask: Ask = async (text, values) => (await database.query<Record<string, string>>(text, values)).rows;
  return { ask, analyze: async () => void (await database.exec("vacuum analyze bench_row")) };
}

const textOf = ({ id, createdAt, updatedAt, creatorId, data }: Record<string, string>) =>
  `{"id":"${id}","createdAt":"${createdAt}","updatedAt":"${updatedAt}","creatorId":"${creatorId}",${data!.slice(1)}`;

/** `x-creator` is the signed-in user, `x-app` the app. Without the first: the owner, who sees every row. */
export async function serveLimit(url: string | undefined, dataDir: string): Promise<void> {
  const { ask, analyze } = await openLimit(url, dataDir);
  const answer = async (method: string, path: string, app: string, creator: string | undefined, body: string) => {
    const own = creator ? "and creator_id = $2" : "";
    const values = creator ? [app, creator] : [app];
    const next = `$${values.length + 1}`;
    const within = `app_id = $1 and entity = 'Row' ${own}`;
    const order = "order by created_at desc, id desc limit 100";
    const list = (rows: Record<string, string>[]) => `{"items":[${rows.map(textOf).join(",")}]}`;
    if (path === "/analyze") return analyze().then(() => "{}");
    if (path === "/list") return list(await ask(`select ${columns} from bench_row where ${within} ${order}`, values));
    if (path === "/filtered")
      return list(
        await ask(`select ${columns} from bench_row where ${within} and data -> 'f11' = '"won"' ${order}`, values),
      );
    if (method === "GET")
      return textOf(
        (
          await ask(`select ${columns} from bench_row where ${within} and id = ${next}`, [...values, path.slice(1)])
        )[0]!,
      );
    if (method === "PUT")
      return textOf(
        (
          await ask(
            `update bench_row set data = data || $${values.length + 2}::text::jsonb, updated_at = clock_timestamp() where ${within} and id = ${next} returning ${columns}`,
            [...values, path.slice(1), body],
          )
        )[0]!,
      );
    if (path === "/bulk")
      return list(
        await ask(
          `insert into bench_row (app_id, entity, id, creator_id, data) select $1, 'Row', $4 || place, $2, item from jsonb_array_elements($3::text::jsonb) with ordinality as list(item, place) returning ${columns}`,
          [app, creator ?? "owner", body, newId("r")],
        ),
      );
    return textOf(
      (
        await ask(
          `insert into bench_row (app_id, entity, id, creator_id, data) values ($1, 'Row', $4, $2, $3::text::jsonb) returning ${columns}`,
          [app, creator ?? "owner", body, newId("r")],
        )
      )[0]!,
    );
  };
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const pieces: Buffer[] = [];
      for await (const piece of incoming) pieces.push(piece as Buffer);
      const json = await answer(
        incoming.method!,
        incoming.url!,
        incoming.headers["x-app"] as string,
        incoming.headers["x-creator"] as string | undefined,
        Buffer.concat(pieces).toString(),
      );
      outgoing
        .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(json) })
        .end(json);
    })().catch((error: unknown) => {
      outgoing.writeHead(500).end(String(error));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.on("disconnect", () => process.exit(0));
  process.send!({ port: (server.address() as AddressInfo).port });
}
