import { TRPCError } from "@trpc/server";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account } from "@/db/schema";
import type { Actor } from "@/api/actor";
import { appRouter } from "@/doors/router";
import { routes } from "@/doors/routes";
import { describeError } from "@/api/procedures";
import { World } from "./support/world";

/** Deny by default: who may call each procedure. An unlisted new procedure fails the suite. */
type Policy = "public" | "account" | "admin" | "owner" | "ownerAdmin" | "visitor";

const policies: Record<string, Policy> = {
  "account.cancelEmailChange": "account",
  "account.changePassword": "account",
  "account.completeEmailChange": "account",
  "account.completeMagicLink": "public",
  "account.confirmEmailChange": "public",
  "account.create": "account",
  "account.current": "account",
  "account.delete": "account",
  "account.listSessions": "account",
  "account.refresh": "account",
  "account.requestEmailChange": "account",
  "account.resetPassword": "public",
  "account.revokeOtherSessions": "account",
  "account.revokeSession": "account",
  "account.sendMagicLink": "public",
  "account.sendPasswordReset": "public",
  "account.sendVerification": "account",
  "account.signIn": "public",
  "account.signOut": "public",
  "account.signUp": "public",
  "account.verifyEmail": "public",

  "admin.accounts": "admin",
  "admin.audit": "admin",
  "admin.failedJobs": "admin",
  "admin.impersonation": "public",
  "admin.leave": "account",
  "admin.mayExport": "admin",
  "admin.retryJob": "admin",
  "admin.setAdmin": "admin",
  "admin.setDisabled": "admin",
  "admin.setPassword": "admin",
  "admin.setPlan": "admin",
  "admin.signInAs": "admin",
  "admin.spend": "admin",
  "admin.storage": "admin",
  "admin.updatePlan": "admin",
  "admin.verifyEmail": "admin",

  "analytics.dismissFault": "owner",
  "analytics.fault": "visitor",
  "analytics.faults": "owner",
  "analytics.overview": "owner",
  "analytics.view": "visitor",

  "apps.bundle": "owner",
  "apps.create": "account",
  "apps.delete": "owner",
  "apps.duplicate": "owner",
  "apps.get": "owner",
  "apps.list": "account",
  "apps.save": "owner",
  "apps.search": "account",
  "apps.update": "owner",

  "assistant.ask": "visitor",
  "assistant.clear": "visitor",
  "assistant.messages": "visitor",
  "assistant.settings": "owner",
  "assistant.update": "owner",
  "assistant.view": "visitor",

  "chat.activate": "owner",
  "chat.confirmImport": "owner",
  "chat.decideHeld": "owner",
  "chat.enterSecrets": "owner",
  "chat.messages": "owner",
  "chat.page": "owner",
  "chat.rate": "owner",
  "chat.requestedSecrets": "owner",
  "chat.resend": "owner",
  "chat.send": "owner",
  "chat.stop": "owner",
  "chat.suggestions": "owner",
  "chat.turn": "owner",

  "domains.ask": "public",
  "domains.check": "owner",
  "domains.get": "owner",
  "domains.remove": "owner",
  "domains.set": "owner",

  "download.project": "ownerAdmin",
  "download.size": "ownerAdmin",

  "entities.aggregate": "visitor",
  "entities.bulkCreate": "visitor",
  "entities.bulkDelete": "visitor",
  "entities.bulkUpdate": "visitor",
  "entities.createFitting": "visitor",
  "entities.updateFitting": "visitor",
  "entities.cancelImport": "owner",
  "entities.changeColumn": "owner",
  "entities.checkImport": "owner",
  "entities.closeImport": "owner",
  "entities.count": "visitor",
  "entities.create": "visitor",
  "entities.delete": "visitor",
  "entities.get": "visitor",
  "entities.getText": "visitor",
  "entities.getImport": "owner",
  "entities.importFaults": "owner",
  "entities.importBatch": "owner",
  "entities.list": "visitor",
  "entities.listText": "visitor",
  "entities.openImport": "owner",
  "entities.people": "owner",
  "entities.previewColumn": "owner",
  "entities.releaseBatches": "owner",
  "entities.restoreWithRows": "owner",
  "entities.rowsThen": "owner",
  "entities.schemas": "owner",
  "entities.setPermissions": "owner",
  "entities.startBatches": "owner",
  "entities.startImport": "owner",
  "entities.suggestMapping": "account",
  "entities.undo": "owner",
  "entities.undoColumn": "owner",
  "entities.undoImport": "owner",
  "entities.update": "visitor",
  "entities.view": "visitor",

  "files.create": "ownerAdmin",
  "files.definition": "owner",
  "files.delete": "ownerAdmin",
  "files.list": "owner",
  "files.references": "ownerAdmin",
  "files.rename": "ownerAdmin",
  "files.update": "ownerAdmin",

  "functions.delete": "ownerAdmin",
  "functions.deploy": "ownerAdmin",
  "functions.list": "owner",
  "functions.logs": "ownerAdmin",
  "functions.run": "ownerAdmin",

  "integrations.connect": "owner",
  "integrations.disconnect": "account",
  "integrations.files": "account",
  "integrations.finish": "account",
  "integrations.states": "account",
  "integrations.tokens": "account",

  "mail.get": "admin",
  "mail.list": "admin",
  "mail.resend": "admin",
  "mail.state": "public",

  "members.invitation": "visitor",
  "members.invite": "owner",
  "members.invitations": "owner",
  "members.list": "owner",
  "members.page": "owner",
  "members.remove": "owner",
  "members.revoke": "owner",
  "members.setLinks": "owner",
  "members.setSignup": "owner",
  "members.settings": "owner",
  "members.signup": "visitor",
  "members.undoRemoval": "owner",
  "members.update": "owner",

  "memberships.claim": "visitor",
  "memberships.connect": "owner",
  "memberships.disconnect": "owner",
  "memberships.offer": "visitor",
  "memberships.ping": "public",
  "memberships.products": "owner",
  "memberships.resync": "owner",
  "memberships.setEnabled": "owner",
  "memberships.settings": "owner",

  "payment.ping": "public",
  "payment.state": "admin",

  "plans.dialog": "account",
  "plans.effects": "account",
  "plans.list": "admin",
  "plans.paid": "owner",
  "plans.standing": "account",

  "retrieval.explain": "owner",
  "retrieval.query": "owner",

  "runs.create": "visitor",
  "runs.delete": "visitor",
  "runs.editBlock": "visitor",
  "runs.forget": "visitor",
  "runs.get": "visitor",
  "runs.list": "visitor",
  "runs.memories": "visitor",
  "runs.regenerate": "visitor",
  "runs.stop": "visitor",
  "runs.tool": "visitor",
  "runs.tools": "visitor",

  "runtime.changePassword": "visitor",
  "runtime.changes": "owner",
  "runtime.invokeModel": "visitor",
  "runtime.mayUpload": "visitor",
  "runtime.me": "visitor",
  "runtime.previewSession": "owner",
  "runtime.publications": "owner",
  "runtime.publish": "owner",
  "runtime.restorePublication": "owner",
  "runtime.resetPassword": "visitor",
  "runtime.sendEmail": "visitor",
  "runtime.sendMagicLink": "visitor",
  "runtime.sendPasswordReset": "visitor",
  "runtime.signIn": "visitor",
  "runtime.signOut": "visitor",
  "runtime.signUp": "visitor",
  "runtime.unpublish": "owner",
  "runtime.updateMe": "visitor",
  "runtime.validateOtp": "visitor",

  "secrets.delete": "ownerAdmin",
  "secrets.list": "ownerAdmin",
  "secrets.update": "ownerAdmin",

  "settings.get": "owner",
  "settings.models": "account",
  "settings.save": "owner",
  "settings.saveStyle": "owner",
  "sources.chunks": "owner",
  "sources.delete": "owner",
  "sources.get": "owner",
  "sources.ingestMetadata": "owner",
  "sources.ingestText": "owner",
  "sources.limits": "account",
  "sources.list": "owner",
  "sources.rename": "owner",
  "sources.replace": "owner",
  "sources.switchChunk": "owner",
  "sources.sync": "owner",

  "site.get": "owner",
  "site.update": "owner",

  "starters.open": "account",

  "tools.create": "owner",
  "tools.delete": "owner",
  "tools.duplicate": "owner",
  "tools.get": "owner",
  "tools.list": "owner",
  "tools.magicCreate": "account",
  "tools.magicEdit": "owner",
  "tools.order": "owner",
  "tools.save": "owner",
  "tools.setStatus": "owner",
  "tools.update": "owner",

  "validation.applyBundle": "ownerAdmin",
  "validation.diagnose": "owner",
  "validation.issues": "owner",
  "validation.mount": "owner",
  "validation.publishCheck": "owner",
  "validation.repair": "ownerAdmin",
  "validation.validate": "ownerAdmin",

  "versions.changes": "owner",
  "versions.get": "owner",
  "versions.list": "owner",
  "versions.restore": "owner",
};

/** REST paths open to anonymous callers. All others refuse. */
const openPaths = new Set([
  "POST /api/auth/sign-up",
  "POST /api/auth/sign-in",
  "POST /api/auth/sign-out",
  "POST /api/live_api/account/sendResetPasswordEmail",
  "POST /api/live_api/account/sendMagicLink",
  "POST /api/live_api/account/validateOtp",
  "GET /app/:appId",
  "GET /api/tls/ask",
]);

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

const actors = [
  "anonymous",
  "stranger",
  "admin of the installation",
  "member of another app",
  "member",
  "owner",
  "owner who is an admin",
] as const;
type ActorName = (typeof actors)[number];

type Builder = Awaited<ReturnType<World["signUp"]>>;
let admin: Builder;
let owner: Builder;
let stranger: Builder;

/** People are shared by tests, since hashing passwords is slow; apps are not. */
async function meetPeople(): Promise<void> {
  await world.reset();
  admin = await world.signUp();
  owner = await world.signUp();
  stranger = await world.signUp();
}

/** An unpublished app and every kind of actor. */
async function scene() {
  const { appId } = await owner.api.apps.create({ name: "Shared" });
  const other = await stranger.api.apps.create({ name: "Other" });
  const asAdmin = { ...owner.account, isAdmin: true };
  const visitor = (of: string): Actor => ({
    kind: "visitor",
    appId: of,
    visitor: { id: "m1", role: "user", email: "m@example.com" },
    token: "t",
  });
  const who: Record<ActorName, Actor> = {
    anonymous: { kind: "anonymous" },
    stranger: { kind: "account", account: stranger.account, token: stranger.token },
    "admin of the installation": { kind: "account", account: admin.account, token: admin.token },
    "member of another app": visitor(other.appId),
    member: visitor(appId),
    owner: { kind: "account", account: owner.account, token: owner.token },
    "owner who is an admin": { kind: "account", account: asAdmin, token: owner.token },
  };
  return { appId, who };
}

/** The reason of a refusal at the gate, or undefined when the call got past it, whatever happened inside. */
async function refusalAt(path: string, actor: Actor, input: unknown): Promise<string | undefined> {
  const [router, procedure] = path.split(".") as [string, string];
  const caller = world.as(actor) as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
  try {
    await caller[router]![procedure]!(input);
    return undefined;
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    const { reason } = describeError(error);
    return ["not-signed-in", "app-not-found", "admin-only"].includes(reason) ? reason : undefined;
  }
}

/** Expected refusals by policy and actor, on an unpublished app. */
const expected: Record<Policy, Partial<Record<ActorName, string>>> = {
  public: {},
  account: { anonymous: "not-signed-in", "member of another app": "not-signed-in", member: "not-signed-in" },
  admin: {
    anonymous: "not-signed-in",
    "member of another app": "not-signed-in",
    member: "not-signed-in",
    stranger: "admin-only",
    owner: "admin-only",
  },
  owner: {
    anonymous: "not-signed-in",
    "member of another app": "not-signed-in",
    member: "not-signed-in",
    stranger: "app-not-found",
    "admin of the installation": "app-not-found",
  },
  ownerAdmin: {
    anonymous: "not-signed-in",
    "member of another app": "not-signed-in",
    member: "not-signed-in",
    stranger: "app-not-found",
    "admin of the installation": "app-not-found",
    owner: "admin-only",
  },
  visitor: {
    anonymous: "app-not-found",
    "member of another app": "app-not-found",
    stranger: "app-not-found",
    "admin of the installation": "app-not-found",
  },
};

const procedures = Object.keys(appRouter._def.procedures).sort();

describe("Every procedure", () => {
  beforeAll(meetPeople);

  it("has a declared policy", () => expect(procedures).toEqual(Object.keys(policies).sort()));

  it.each(procedures)("%s lets in exactly whom its policy names", async (path) => {
    const policy = policies[path]!;
    const met: Record<string, string | undefined> = {};
    const calm = await scene();
    for (const name of actors) {
      // An owner's call may delete the app: use a fresh one.
      const { appId, who } = name.startsWith("owner") ? await scene() : calm;
      // What gates read: the app, and the entity for rows.
      met[name] = await refusalAt(
        path,
        who[name],
        ["public", "account", "admin"].includes(policy) ? undefined : { appId, entity: "Task" },
      );
    }
    const wanted = Object.fromEntries(actors.map((name) => [name, expected[policy][name]]));
    expect(met).toEqual(wanted);
  });

  it.each(procedures.filter((path) => !["public", "account", "admin"].includes(policies[path]!)))(
    "%s refuses keys that it does not know",
    async (path) => {
      const { appId, who } = await scene();
      const [router, procedure] = path.split(".") as [string, string];
      const caller = world.as(who["owner who is an admin"]) as unknown as Record<
        string,
        Record<string, (input: unknown) => Promise<unknown>>
      >;
      const call = caller[router]![procedure]!({ appId, isAdmin: true, ownerId: "me", plan: "monetizer" });
      await expect(call).rejects.toMatchObject({ code: "BAD_REQUEST" });
    },
  );
});

describe("Every documented path", () => {
  beforeAll(meetPeople);

  const lines = routes.filter(({ hosts }) => hosts !== "app").map(({ method, path }) => `${method} ${path}`);

  it("stands there once", () => expect(lines.length).toBe(new Set(lines).size));

  it.each(lines.filter((line) => !openPaths.has(line)))(
    "%s refuses an anonymous caller and another's app",
    async (line) => {
      const { appId } = await scene();
      const filled = line
        .replace(":appId", appId)
        .replaceAll(/:[a-zA-Z]+/g, "none")
        .replace("?", "");
      const [method] = line.split(" ") as [string];
      const body = method === "GET" || method === "DELETE" ? undefined : {};
      const anonymous = await world.rest(filled, { body });
      expect([401, 404]).toContain(anonymous.status);
      if (!line.includes(":appId")) return;
      const strange = await world.rest(filled, { body, token: stranger.token });
      expect(strange).toMatchObject({ status: 404, body: { error: { code: "app-not-found" } } });
    },
  );

  it("answers an unknown path and a wrong method with 404 in the same shape", async () => {
    expect(await world.rest("GET /api/nothing")).toMatchObject({ status: 404, body: { error: { code: "not-found" } } });
    expect(await world.rest("PATCH /api/apps")).toMatchObject({ status: 404, body: { error: { code: "not-found" } } });
  });
});

describe("The doors", () => {
  beforeEach(meetPeople);

  it("refuse a change that another site's page asks for", async () => {
    const answer = await world.rest("POST /api/auth/sign-out", {
      token: owner.token,
      body: {},
      headers: { origin: "https://evil.example" },
    });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: "wrong-origin" } } });
  });

  it.each(["text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])(
    "refuse a body of type %s",
    async (type) => {
      const answer = await world.rest("POST /api/auth/sign-in", { body: "{}", headers: { "content-type": type } });
      expect(answer).toMatchObject({ status: 415, body: { error: { code: "wrong-content-type" } } });
    },
  );

  it("refuse a body that is too large before they read it", async () => {
    const answer = await world.rest("POST /api/auth/sign-in", {
      body: { email: "x".repeat(6 * 1024 * 1024), password: "" },
    });
    expect(answer).toMatchObject({ status: 413 });
  });

  it("let a disabled account in nowhere", async () => {
    await world.db.update(account).set({ disabledAt: new Date() }).where(eq(account.id, owner.accountId));
    expect(await world.rest("GET /api/apps", { token: owner.token })).toMatchObject({ status: 401 });
  });
});
