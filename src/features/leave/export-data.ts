import "server-only";
import { asc, eq, sql } from "drizzle-orm";
import { ownedByServer } from "@/api/gates";
import type { Account } from "@/api/procedures";
import { app, appSettings, appStyle, member, tool, upload } from "@/db/schema/app";
import { message } from "@/db/schema/chat";
import { secret } from "@/db/schema/secret";
import { type Database, rowsOf } from "@/db/open";
import { hasAuthenticator, listPasskeys } from "@/features/factors/store";
import { listConnected } from "@/features/oidc/store";
import { filesOf } from "@/features/versions/store";
import { appIdsOf } from "./store";

const pageSize = 1_000;

type Row = { entity: string; id: string };

/** Rows of one app by keyset pagination, so that memory stays constant. */
async function* rowsOfApp(db: Database, appId: string): AsyncGenerator<Row> {
  let last: Row = { entity: "", id: "" };
  for (;;) {
    const page = await rowsOf<Row>(
      db,
      sql`select entity, id, created_at as "createdAt", updated_at as "updatedAt", creator_id as "creatorId", data from entity_row
          where app_id = ${appId} and (entity, id) > (${last.entity}, ${last.id}) order by entity, id limit ${pageSize}`,
    );
    yield* page;
    if (page.length < pageSize) return;
    last = page.at(-1)!;
  }
}

/** An app's data besides its rows. Only names of secrets, and no passwords. */
async function partsOf(db: Database, appId: string) {
  const [row] = await db.select().from(app).where(eq(app.id, appId));
  if (!row) return undefined;
  const [settings] = await db.select().from(appSettings).where(eq(appSettings.appId, appId));
  const [style] = await db.select().from(appStyle).where(eq(appStyle.appId, appId));
  const { id, email, role, data, createdAt } = member;
  return {
    ...row,
    settings: settings?.data ?? {},
    style: style?.data ?? {},
    tools: await db.select().from(tool).where(eq(tool.appId, appId)),
    files: row.headVersionId ? await filesOf(ownedByServer(db, appId), row.headVersionId) : [],
    uploads: await db
      .select({ id: upload.id, name: upload.name, bytes: upload.bytes })
      .from(upload)
      .where(eq(upload.appId, appId)),
    secrets: await db
      .select({ key: secret.key, instructions: secret.instructions })
      .from(secret)
      .where(eq(secret.appId, appId)),
    members: await db.select({ id, email, role, data, createdAt }).from(member).where(eq(member.appId, appId)),
    messages: await db
      .select({ role: message.role, parts: message.parts, createdAt: message.createdAt })
      .from(message)
      .where(eq(message.appId, appId))
      .orderBy(asc(message.number)),
  };
}

async function* pieces(db: Database, account: Account): AsyncGenerator<string> {
  const { passwordHash: _hash, ...own } = account;
  const signIn = {
    passkeys: await listPasskeys(db, account.id),
    hasAuthenticator: await hasAuthenticator(db, account.id),
    connected: await listConnected(db, account.id),
  };
  const person = { exportedAt: new Date(), account: own, signIn };
  yield `${JSON.stringify(person).slice(0, -1)},"apps":[`;
  let separator = "";
  for (const appId of await appIdsOf(db, account.id)) {
    const parts = await partsOf(db, appId);
    // Deleted during the export.
    if (!parts) continue;
    yield `${separator}${JSON.stringify(parts).slice(0, -1)},"rows":[`;
    separator = ",";
    let comma = "";
    for await (const row of rowsOfApp(db, appId)) {
      yield comma + JSON.stringify(row);
      comma = ",";
    }
    yield "]}";
  }
  yield "]}\n";
}

/** Streams everything stored of an account as one JSON file. */
export function exportData(db: Database, account: Account): Response {
  const encoder = new TextEncoder();
  const source = pieces(db, account);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await source.return(undefined)),
  });
  return new Response(body, {
    headers: {
      "content-type": "application/json",
      "content-disposition": 'attachment; filename="joinery-export.json"',
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}
