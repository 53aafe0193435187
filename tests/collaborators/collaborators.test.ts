import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { collaborator, collaboratorInvitation, entityRow } from "@/db/schema";
import { describeError } from "@/api/procedures";
import { ownedByServer } from "@/api/gates";
import { initialsOf, nameOf } from "@/features/collaborators/rules";
import { deployAfterTurn } from "@/features/functions/deploy";
import { listDeployments } from "@/features/functions/store";
import { writeVersion } from "@/features/versions/store";
import { linkTo, mailsTo } from "../support/outbox";
import { type Json, World } from "../support/world";

type Builder = Awaited<ReturnType<World["signUp"]>>;

const tasks = {
  name: "Task",
  type: "object",
  properties: { title: { type: "string" } },
  "x-accessControl": { permissions: { read: "creator", write: "creator" } },
};

let world: World;
let owner: Builder;
let friend: Builder;
let appId: string;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  owner = await world.signUp("ada@example.com");
  friend = await world.signUp("grace.hopper@example.com");
  ({ appId } = await owner.api.apps.create({ name: "Garden" }));
  await writeVersion(ownedByServer(world.db, appId), { kind: "turn" }, () => [
    { path: "entities/Task.json", content: JSON.stringify(tasks) },
  ]);
});

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Error) => describeError(error).reason,
  );
const tokenIn = (url: string) => new URL(url).hash.slice(1);
const publish = () => world.db.execute(sql`update app set published_version_id = head_version_id where id = ${appId}`);

/** Lets somebody in by a link, as a person would. */
async function share(role: "view" | "edit" | "admin", who = friend): Promise<void> {
  const { url } = await owner.api.collaborators.invite({ appId, role });
  await who.api.collaborators.accept({ token: tokenIn(url) });
}

describe("An invitation to build", () => {
  it("is mailed with what it allows, and works once, for its address alone", async () => {
    const { isMailed } = await owner.api.collaborators.invite({
      appId,
      role: "edit",
      email: "Grace.Hopper@example.com",
    });
    expect(isMailed).toBe(true);
    const { url } = await linkTo(world, friend.email, "invites you to build");
    const token = tokenIn(url.href);
    const stranger = await world.signUp();
    expect(await reasonOf(stranger.api.collaborators.accept({ token }))).toBe("invitation-invalid");
    expect(await friend.api.collaborators.invitation({ token })).toEqual({
      appId,
      appName: "Garden",
      ownerEmail: owner.email,
      role: "edit",
    });
    expect(await friend.api.collaborators.accept({ token })).toEqual({ appId });
    expect(await reasonOf(friend.api.collaborators.accept({ token }))).toBe("invitation-invalid");
    expect((await mailsTo(world, friend.email)).at(-1)!.text).toContain("Builds the app and edits its data");
  });

  it("lets one of two in who use it at once", async () => {
    const { url } = await owner.api.collaborators.invite({ appId, role: "view" });
    const other = await world.signUp();
    const ends = await Promise.all(
      [friend, other].map(({ api }) => reasonOf(api.collaborators.accept({ token: tokenIn(url) }))),
    );
    expect(ends.sort()).toEqual(["done", "invitation-invalid"]);
  });

  it("ends after a week, and when it is taken back", async () => {
    const [late, back] = [
      await owner.api.collaborators.invite({ appId, role: "view" }),
      await owner.api.collaborators.invite({ appId, role: "view" }),
    ];
    await world.db
      .update(collaboratorInvitation)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(collaboratorInvitation.id, late.id));
    await owner.api.collaborators.revoke({ appId, invitationId: back.id });
    for (const { url } of [late, back])
      expect(await reasonOf(friend.api.collaborators.accept({ token: tokenIn(url) }))).toBe("invitation-invalid");
    expect((await owner.api.collaborators.list({ appId })).invitations).toEqual([]);
  });

  it("is refused for whoever builds the app already, and leaves the owner's and a higher role alone", async () => {
    await share("admin");
    for (const email of [owner.email, friend.email])
      expect(await reasonOf(owner.api.collaborators.invite({ appId, role: "view", email }))).toBe(
        "already-collaborator",
      );
    await share("view");
    expect((await friend.api.collaborators.list({ appId })).role).toBe("admin");
  });
});

describe("A shared app", () => {
  it("is in the collaborator's list, and their plan and budget have nothing to do with it", async () => {
    await share("view");
    const { items, total } = await friend.api.apps.search({});
    expect([total, items.map((item) => [item.appId, item.role])]).toEqual([1, [[appId, "view"]]]);
    expect((await owner.api.apps.search({})).items[0]!.role).toBe("owner");
    expect((await friend.api.apps.list()).map((item) => item.appId)).toEqual([appId]);
  });

  it("is gone for whoever was removed, or left, or whose role was taken down", async () => {
    await share("edit");
    await owner.api.collaborators.setRole({ appId, accountId: friend.accountId, role: "view" });
    expect(await reasonOf(friend.api.apps.update({ appId, revision: 1, name: "Mine" }))).toBe("app-role");
    await friend.api.collaborators.leave({ appId });
    expect(await reasonOf(friend.api.apps.get({ appId }))).toBe("app-not-found");
    await share("admin");
    expect(await reasonOf(friend.api.collaborators.remove({ appId, accountId: owner.accountId }))).toBe(
      "collaborator-not-found",
    );
    await owner.api.collaborators.remove({ appId, accountId: friend.accountId });
    expect(await reasonOf(friend.api.apps.get({ appId }))).toBe("app-not-found");
  });

  it("shows a viewer every row and lets them change none; an editor changes all", async () => {
    await share("view");
    const row = (await owner.api.entities.create({ appId, entity: "Task", data: { title: "Water" } })) as Json;
    const inTable = { appId, entity: "Task" };
    expect((await friend.api.entities.list(inTable)).items).toHaveLength(1);
    const tries = [
      friend.api.entities.create({ ...inTable, data: { title: "Mine" } }),
      friend.api.entities.update({ ...inTable, id: row.id, data: { title: "Mine" } }),
      friend.api.entities.delete({ ...inTable, id: row.id }),
      friend.api.entities.bulkCreate({ ...inTable, rows: [{ title: "Mine" }] }),
      friend.api.entities.bulkDelete({ ...inTable, ids: [row.id] }),
      friend.api.entities.bulkUpdate({ ...inTable, rows: [{ id: row.id, data: { title: "Mine" } }] }),
    ];
    for (const reason of await Promise.all(tries.map(reasonOf))) expect(reason).not.toBe("done");
    await owner.api.collaborators.setRole({ appId, accountId: friend.accountId, role: "edit" });
    await friend.api.entities.update({ ...inTable, id: row.id, data: { title: "Dig" } });
    expect((await owner.api.entities.list(inTable)).items[0]).toMatchObject({ title: "Dig" });
  });

  it("runs in a viewer's preview without letting them write, and ends there with their role", async () => {
    await share("view");
    const { url, token } = await friend.api.runtime.previewSession({ appId });
    const { host } = new URL(url);
    const rows = (line: string, body?: Json) =>
      world.rest(`${line} /api/apps/${appId}/entities/Task`, { host, token, body });
    expect((await rows("GET")).status).toBe(200);
    expect((await rows("POST", { title: "Mine" })).status).toBe(403);
    expect((await world.rest("GET /_joinery/page", { host, token })).status).toBe(200);
    expect((await world.rest("POST /functions/anything", { host, token, body: {} })).body.error.code).toBe("app-role");
    await owner.api.collaborators.setRole({ appId, accountId: friend.accountId, role: "edit" });
    expect((await rows("POST", { title: "Ours" })).status).toBe(200);
    await owner.api.collaborators.remove({ appId, accountId: friend.accountId });
    expect((await world.rest("GET /_joinery/page", { host, token })).status).toBe(401);
  });

  it("moves to another address by admins alone", async () => {
    await share("edit");
    const { revision } = await friend.api.apps.get({ appId });
    expect(await reasonOf(friend.api.apps.update({ appId, revision, slug: "elsewhere" }))).toBe("app-role");
    expect(await reasonOf(friend.api.apps.update({ appId, revision, name: "Orchard" }))).toBe("done");
  });

  it("takes documents from a drive by its owner alone, whose tokens read them", async () => {
    await share("admin");
    const contextItems: Json = [
      { name: "Plan", type: "google_doc", source: "cloud_drive", provider: "google_drive", externalFileId: "x1" },
    ];
    expect(await reasonOf(friend.api.sources.ingestMetadata({ appId, contextItems }))).toBe("app-role");
  });

  it("deploys what the assistant wrote only for whoever may deploy", async () => {
    const scope = ownedByServer(world.db, appId);
    await writeVersion(scope, { kind: "turn" }, (files) => [
      ...files,
      { path: "functions/leak.ts", content: "Deno.serve(() => Response.json(Deno.env.toObject()));" },
    ]);
    await share("edit");
    await world.db.execute(sql`update account set is_admin = true`);
    await deployAfterTurn(world.platform, scope, friend.accountId);
    expect(await listDeployments(scope)).toEqual([]);
    await owner.api.collaborators.setRole({ appId, accountId: friend.accountId, role: "admin" });
    await deployAfterTurn(world.platform, scope, friend.accountId);
    expect((await listDeployments(scope)).map(({ name }) => name)).toEqual(["leak"]);
  });

  it("copies for a collaborator into an app of their own", async () => {
    await share("edit");
    await owner.api.entities.create({ appId, entity: "Task", data: { title: "Water" } });
    const copy = await friend.api.apps.duplicate({ appId });
    const rows = await world.db.select().from(entityRow).where(eq(entityRow.appId, copy.appId));
    expect(rows.map(({ creatorId }) => creatorId)).toEqual([friend.accountId]);
    expect(await reasonOf(owner.api.apps.get({ appId: copy.appId }))).toBe("app-not-found");
  });
});

/** Reads server-sent events until they satisfy. */
async function read(body: ReadableStream<Uint8Array>, isMet: (text: string) => boolean): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended with ${text}`);
    text += decoder.decode(value, { stream: true });
    if (!isMet(text)) continue;
    reader.releaseLock();
    return;
  }
}

const heard = (body: ReadableStream<Uint8Array>, isMet: (people: string[]) => boolean) =>
  read(body, (text) => {
    const last = [...text.matchAll(/event: people\ndata: (.*)\n\n/g)].at(-1)?.[1];
    return last !== undefined && isMet((JSON.parse(last) as { email: string }[]).map(({ email }) => email));
  });

describe("Who is here", () => {
  const follow = async ({ token }: Builder) => {
    const { answerRest } = await import("@/doors/answer");
    const leaving = new AbortController();
    const request = new Request(`http://localhost:3000/api/apps/${appId}/people/events`, {
      headers: { host: "localhost:3000", authorization: `Bearer ${token}` },
      signal: leaving.signal,
    });
    const { body } = await answerRest(world.platform, request);
    return { body: body!, leave: () => leaving.abort() };
  };

  it("shows each person once, in how many tabs they may be, and not any more when the last one is closed", async () => {
    await share("view");
    const mine = await follow(owner);
    await heard(mine.body, (people) => people.join() === owner.email);
    const tabs = [await follow(friend), await follow(friend)];
    await heard(mine.body, (people) => people.join() === `${owner.email},${friend.email}`);
    tabs[0]!.leave();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    tabs[1]!.leave();
    await heard(mine.body, (people) => people.join() === owner.email);
    mine.leave();
  });

  it("tells every open editor that the app was renamed, published, rolled back or taken offline", async () => {
    const { body, leave } = await follow(owner);
    const { revision } = await owner.api.apps.get({ appId });
    const changes = [
      () => owner.api.apps.update({ appId, revision, name: "Allotment" }),
      () => owner.api.runtime.publish({ appId }),
      async () => {
        const [live] = await owner.api.runtime.publications({ appId });
        await owner.api.runtime.restorePublication({ appId, publicationId: live!.id });
      },
      () => owner.api.runtime.unpublish({ appId }),
    ];
    for (const change of changes) {
      await change();
      await read(body, (text) => text.includes("event: change\n"));
    }
    leave();
  });

  it("ends with the right to see the app", async () => {
    await share("view");
    const { body } = await follow(friend);
    await owner.api.collaborators.remove({ appId, accountId: friend.accountId });
    await expect(heard(body, () => false)).rejects.toThrow("The stream ended");
  });

  it.each([
    ["grace.hopper@example.com", "Grace Hopper", "GH"],
    ["ada@example.com", "Ada", "A"],
    ["_@example.com", "_@example.com", "_"],
  ])("calls %s %s, %s for short", (email, name, initials) => {
    expect([nameOf(email), initialsOf(email)]).toEqual([name, initials]);
  });
});

describe("A claim", () => {
  const offer = (more: Json = {}) => owner.api.settings.save({ appId, appSettings: { isClaimable: true, ...more } });
  const asAdmin = () => world.as({ kind: "account", account: { ...owner.account, isAdmin: true }, token: owner.token });

  it("has a link and a code, once the app is published", async () => {
    await offer();
    const invitation = () => asAdmin().collaborators.claimInvitation({ appId });
    await expect(invitation()).rejects.toThrow("You can't copy invite link until you publish your app.");
    await publish();
    const first = await invitation();
    expect(first.claimCode).toMatch(/^[A-Z2-9]{8}$/);
    expect(await invitation()).toEqual(first);
    const { body } = await world.rest(`GET /api/apps/${appId}/settings/claimInvitation`, { token: owner.token });
    expect(body).toEqual(first);
  });

  it("hands the app over with its rows, once, to whoever has both", async () => {
    await offer();
    await publish();
    await owner.api.entities.create({ appId, entity: "Task", data: { title: "Water" } });
    const { inviteLink, claimCode } = await asAdmin().collaborators.claimInvitation({ appId });
    const token = tokenIn(inviteLink);
    expect(await friend.api.collaborators.claimed({ token })).toMatchObject({
      appName: "Garden",
      ownerEmail: owner.email,
    });
    expect(await reasonOf(friend.api.collaborators.claim({ token, code: "AAAAAAAA" }))).toBe("claim-invalid");
    const typed = `${claimCode.slice(0, 4).toLowerCase()} - ${claimCode.slice(4)}`;
    expect(await friend.api.collaborators.claim({ token, code: typed })).toEqual({ appId });
    expect((await friend.api.collaborators.list({ appId })).role).toBe("owner");
    expect(await reasonOf(owner.api.apps.get({ appId }))).toBe("app-not-found");
    const rows = await world.db.select().from(entityRow).where(eq(entityRow.appId, appId));
    expect(rows.map(({ creatorId }) => creatorId)).toEqual([friend.accountId]);
    const late = await world.signUp();
    expect(await reasonOf(late.api.collaborators.claim({ token, code: claimCode }))).toBe("claim-invalid");
  });

  it("keeps the builder as an admin of the app where that is required", async () => {
    await offer({ requireBuilderCollaboratorAccount: true });
    await publish();
    const { inviteLink, claimCode } = await asAdmin().collaborators.claimInvitation({ appId });
    await friend.api.collaborators.claim({ token: tokenIn(inviteLink), code: claimCode });
    const [kept] = await world.db
      .select()
      .from(collaborator)
      .where(and(eq(collaborator.appId, appId), eq(collaborator.accountId, owner.accountId)));
    expect(kept!.role).toBe("admin");
  });

  it("takes five tries, and none once it is no longer offered", async () => {
    await offer();
    await publish();
    const { inviteLink, claimCode } = await asAdmin().collaborators.claimInvitation({ appId });
    const token = tokenIn(inviteLink);
    for (let tries = 0; tries < 5; tries += 1)
      expect(await reasonOf(friend.api.collaborators.claim({ token, code: "AAAAAAAA" }))).toBe("claim-invalid");
    expect(await reasonOf(friend.api.collaborators.claim({ token, code: claimCode }))).toBe("too-many-requests");
    await owner.api.settings.save({ appId, appSettings: { isClaimable: false } });
    expect(await reasonOf(friend.api.collaborators.claimed({ token }))).toBe("claim-invalid");
  });

  it("is offered by the owner alone, whoever else is an admin", async () => {
    await share("admin");
    const asBoth = world.as({ kind: "account", account: { ...friend.account, isAdmin: true }, token: friend.token });
    expect(await reasonOf(asBoth.settings.save({ appId, appSettings: { isClaimable: true } }))).toBe("app-role");
    expect(await reasonOf(asBoth.collaborators.claimInvitation({ appId }))).toBe("app-role");
  });
});
