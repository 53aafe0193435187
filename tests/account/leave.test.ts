import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { eq, sql } from "drizzle-orm";
import { account } from "@/db/schema";
import { passkey } from "@/db/schema/factor";
import { oidcIdentity } from "@/db/schema/oidc";
import { rowsOf } from "@/db/open";
import { goodPassword, type Json, World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
beforeEach(() => world.reset());
afterAll(() => world.close());

const leave = (token: string, password = goodPassword) =>
  world.rest("DELETE /api/account", { token, body: { password } });

async function personWithApp() {
  const admin = await world.signUp();
  const ada = await world.signUp("ada@example.com");
  const { appId } = await ada.api.apps.create({ name: "Garden" });
  const asAdmin = world.as({ kind: "account", account: { ...ada.account, isAdmin: true }, token: ada.token });
  await asAdmin.files.create({ appId, path: "pages/Beds.jsx" });
  await world.db.execute(
    sql`insert into entity_row (app_id, entity, id, data) select ${appId}, 'Plant', 'p' || n, jsonb_build_object('name', 'Rose ' || n) from generate_series(1, 2500) n`,
  );
  return { admin, ada, appId };
}

it("An account exports everything that is stored of it, and nothing that opens anything", async () => {
  const { admin, ada, appId } = await personWithApp();
  await world.rest(`POST /api/apps/${appId}/invitations`, { token: ada.token, body: { email: "m@example.com" } });
  const key = { id: "key-1", accountId: ada.account.id, name: "Laptop", publicKey: "cose-of-the-key" };
  await world.db.insert(passkey).values(key);
  await world.db.insert(oidcIdentity).values({
    issuer: "https://id.example.com",
    subject: "ada-1",
    accountId: ada.account.id,
    email: "ada@work.example.com",
  });
  const { status, body, headers } = await world.rest("GET /api/account/export", { token: ada.token });
  expect([status, headers.get("content-disposition")]).toEqual([200, 'attachment; filename="joinery-export.json"']);
  expect(body.account).toMatchObject({ email: "ada@example.com", plan: "lite" });
  expect(body.signIn).toMatchObject({
    passkeys: [{ passkeyId: "key-1", name: "Laptop" }],
    hasAuthenticator: false,
    connected: [{ issuer: "https://id.example.com", subject: "ada-1" }],
  });
  const [exported] = body.apps as [Json];
  expect(exported).toMatchObject({ id: appId, name: "Garden" });
  expect(new Set((exported.rows as Json[]).map((row) => row.data.name)).size).toBe(2500);
  expect(exported.files.map(({ path }: Json) => path)).toContain("pages/Beds.jsx");
  const text = JSON.stringify(body);
  const hashes = (await world.db.query.account.findMany()).map(({ passwordHash }) => passwordHash);
  for (const secret of [ada.token, ...hashes, admin.email, key.publicKey]) expect(text).not.toContain(secret);
  expect((await world.rest("GET /api/account/export")).status).toBe(401);
});

it("An account is deleted with its password, with everything that hangs on it", async () => {
  const { ada, appId } = await personWithApp();
  expect((await leave(ada.token, "not-the-password")).body.error.code).toBe("wrong-password");
  const { status, headers } = await leave(ada.token);
  expect([status, headers.getSetCookie()[0]]).toEqual([200, expect.stringContaining("Max-Age=0")]);
  expect((await world.rest("GET /api/apps", { token: ada.token })).status).toBe(401);
  const [left] = await rowsOf<Record<string, number>>(
    world.db,
    sql`select (select count(*)::int from account) as accounts, (select count(*)::int from app) as apps,
          (select count(*)::int from entity_row where app_id = ${appId}) as rows, (select count(*)::int from app_host) as hosts,
          (select count(*)::int from mail where recipient = 'ada@example.com') as mails`,
  );
  expect(left).toEqual({ accounts: 1, apps: 0, rows: 0, hosts: 0, mails: 0 });
  expect((await world.signUp("ada@example.com")).account.isAdmin).toBe(false);
});

it("The only admin stays as long as there is anybody else, also when two leave at once", async () => {
  const { admin, ada } = await personWithApp();
  expect((await leave(admin.token)).body.error.message).toBe(
    "You are the only admin. Make somebody else an admin first.",
  );
  await world.db.update(account).set({ isAdmin: true }).where(eq(account.id, ada.accountId));
  await world.signUp("third@example.com");
  const answers = await Promise.all([leave(admin.token), leave(ada.token)]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
});
