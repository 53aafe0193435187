import { TRPCError } from "@trpc/server";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account, collaborator } from "@/db/schema";
import { type CollaboratorRole, collaboratorRoles } from "@/features/collaborators/schema";
import type { Actor } from "@/api/actor";
import { appRouter } from "@/doors/router";
import { routes } from "@/doors/routes";
import { describeError } from "@/api/procedures";
import { World } from "./support/world";

/** Deny by default: who may call each procedure. An unlisted new procedure fails the suite. */
type Policy =
  | "public"
  | "account"
  | "admin"
  | "viewer"
  | "editor"
  | "manager"
  | "owner"
  | "viewerAdmin"
  | "editorAdmin"
  | "managerAdmin"
  | "ownerAdmin"
  | "visitor";

const policies: Record<string, Policy> = {
  "account.addPasskey": "account",
  "account.beginAuthenticator": "account",
  "account.beginPasskey": "account",
  "account.cancelEmailChange": "account",
  "account.changePassword": "account",
  "account.completeEmailChange": "account",
  "account.completeMagicLink": "public",
  "account.confirmAuthenticator": "account",
  "account.confirmEmailChange": "public",
  "account.confirmOptions": "account",
  "account.create": "account",
  "account.current": "account",
  "account.delete": "account",
  "account.finishSignIn": "public",
  "account.instructions": "account",
  "account.listSessions": "account",
  "account.newRecoveryCodes": "account",
  "account.passkeyOptions": "public",
  "account.refresh": "account",
  "account.removeAuthenticator": "account",
  "account.removePasskey": "account",
  "account.renamePasskey": "account",
  "account.requestEmailChange": "account",
  "account.resetPassword": "public",
  "account.revokeOtherSessions": "account",
  "account.revokeSession": "account",
  "account.security": "account",
  "account.sendMagicLink": "public",
  "account.sendPasswordReset": "public",
  "account.sendVerification": "account",
  "account.setInstructions": "account",
  "account.signIn": "public",
  "account.signInWithPasskey": "public",
  "account.signOut": "public",
  "account.signUp": "public",
  "account.verifyEmail": "public",

  "admin.accounts": "admin",
  "admin.audit": "admin",
  "admin.failedJobs": "admin",
  "admin.impersonation": "public",
  "admin.leave": "account",
  "admin.mayExport": "admin",
  "admin.resetSecondFactor": "admin",
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

  "analytics.dismissFault": "editor",
  "analytics.fault": "visitor",
  "analytics.faults": "viewer",
  "analytics.overview": "viewer",
  "analytics.view": "visitor",

  "apps.bundle": "viewer",
  "apps.create": "account",
  "apps.delete": "owner",
  "apps.duplicate": "editor",
  "apps.get": "viewer",
  "apps.list": "account",
  "apps.save": "editor",
  "apps.search": "account",
  "apps.update": "editor",

  "assistant.ask": "visitor",
  "assistant.clear": "visitor",
  "assistant.messages": "visitor",
  "assistant.settings": "viewer",
  "assistant.update": "editor",
  "assistant.view": "visitor",

  "chat.activate": "editor",
  "chat.confirmImport": "editor",
  "chat.decideHeld": "editor",
  "chat.enterSecrets": "manager",
  "chat.instructions": "viewer",
  "chat.messages": "viewer",
  "chat.page": "viewer",
  "chat.dismissPlan": "editor",
  "chat.editPlan": "editor",
  "chat.plans": "viewer",
  "chat.skipPlan": "editor",
  "chat.startPlan": "editor",
  "chat.stopPlan": "editor",
  "chat.rate": "editor",
  "chat.requestedSecrets": "viewer",
  "chat.resend": "editor",
  "chat.send": "editor",
  "chat.setInstructions": "editor",
  "chat.stop": "editor",
  "chat.suggestions": "viewer",
  "chat.turn": "viewer",

  "collaborators.accept": "account",
  "collaborators.claim": "account",
  "collaborators.claimInvitation": "ownerAdmin",
  "collaborators.claimed": "account",
  "collaborators.invitation": "account",
  "collaborators.invite": "manager",
  "collaborators.leave": "viewer",
  "collaborators.list": "viewer",
  "collaborators.remove": "manager",
  "collaborators.revoke": "manager",
  "collaborators.setRole": "manager",

  "domains.ask": "public",
  "domains.check": "manager",
  "domains.get": "viewer",
  "domains.remove": "manager",
  "domains.set": "manager",

  "download.project": "viewerAdmin",
  "download.size": "viewerAdmin",

  "entities.aggregate": "visitor",
  "entities.bulkCreate": "visitor",
  "entities.bulkDelete": "visitor",
  "entities.bulkUpdate": "visitor",
  "entities.createFitting": "visitor",
  "entities.updateFitting": "visitor",
  "entities.cancelImport": "editor",
  "entities.changeColumn": "editor",
  "entities.checkImport": "editor",
  "entities.closeImport": "editor",
  "entities.count": "visitor",
  "entities.create": "visitor",
  "entities.delete": "visitor",
  "entities.get": "visitor",
  "entities.getImport": "viewer",
  "entities.importFaults": "viewer",
  "entities.importBatch": "editor",
  "entities.list": "visitor",
  "entities.openImport": "viewer",
  "entities.people": "viewer",
  "entities.previewColumn": "editor",
  "entities.releaseBatches": "editor",
  "entities.restoreWithRows": "editor",
  "entities.rowsThen": "viewer",
  "entities.schemas": "viewer",
  "entities.setPermissions": "editor",
  "entities.startBatches": "editor",
  "entities.startImport": "editor",
  "entities.suggestMapping": "account",
  "entities.taken": "visitor",
  "entities.undo": "editor",
  "entities.undoColumn": "editor",
  "entities.undoImport": "editor",
  "entities.update": "visitor",
  "entities.view": "visitor",

  "files.create": "editorAdmin",
  "files.definition": "viewer",
  "files.delete": "editorAdmin",
  "files.list": "viewer",
  "files.references": "editorAdmin",
  "files.rename": "editorAdmin",
  "files.update": "editorAdmin",

  "functions.delete": "managerAdmin",
  "functions.deploy": "managerAdmin",
  "functions.list": "viewer",
  "functions.logs": "viewerAdmin",
  "functions.run": "editorAdmin",
  "functions.runTrigger": "manager",

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
  "members.invite": "manager",
  "members.invitations": "viewer",
  "members.list": "viewer",
  "members.page": "viewer",
  "members.remove": "manager",
  "members.revoke": "manager",
  "members.setLinks": "manager",
  "members.setSignup": "manager",
  "members.settings": "viewer",
  "members.signup": "visitor",
  "members.undoRemoval": "manager",
  "members.update": "manager",

  "memberships.checkout": "visitor",
  "memberships.claim": "visitor",
  "memberships.connect": "manager",
  "memberships.disconnect": "manager",
  "memberships.offer": "visitor",
  "memberships.ping": "public",
  "memberships.products": "manager",
  "memberships.resync": "manager",
  "memberships.setEnabled": "manager",
  "memberships.settings": "viewer",
  "memberships.stripeEvent": "public",

  "models.get": "admin",
  "models.save": "admin",
  "models.test": "admin",
  "oidc.begin": "public",
  "oidc.beginConnecting": "account",
  "oidc.connected": "account",
  "oidc.disconnect": "account",
  "oidc.finish": "public",
  "oidc.provider": "public",

  "payment.checkout": "account",
  "payment.ping": "public",
  "payment.portal": "account",
  "payment.state": "admin",
  "payment.stripeEvent": "public",

  "plans.dialog": "account",
  "plans.effects": "account",
  "plans.list": "admin",
  "plans.paid": "viewer",
  "plans.standing": "account",

  "retrieval.explain": "viewer",
  "retrieval.query": "viewer",

  "runs.create": "visitor",
  "runs.delete": "visitor",
  "runs.editBlock": "visitor",
  "runs.forget": "visitor",
  "runs.get": "visitor",
  "runs.list": "visitor",
  "runs.memories": "visitor",
  "runs.places": "visitor",
  "runs.regenerate": "visitor",
  "runs.stop": "visitor",
  "runs.tool": "visitor",
  "runs.tools": "visitor",

  "runtime.changePassword": "visitor",
  "runtime.changes": "viewer",
  "runtime.invokeModel": "visitor",
  "runtime.mayUpload": "visitor",
  "runtime.me": "visitor",
  "runtime.previewSession": "viewer",
  "runtime.proveAddress": "visitor",
  "runtime.publications": "viewer",
  "runtime.publish": "manager",
  "runtime.restorePublication": "manager",
  "runtime.resetPassword": "visitor",
  "runtime.sendAddressCode": "visitor",
  "runtime.sendEmail": "visitor",
  "runtime.sendMagicLink": "visitor",
  "runtime.sendPasswordReset": "visitor",
  "runtime.signIn": "visitor",
  "runtime.signOut": "visitor",
  "runtime.signUp": "visitor",
  "runtime.unpublish": "manager",
  "runtime.updateMe": "visitor",
  "runtime.validateOtp": "visitor",

  "secrets.delete": "managerAdmin",
  "secrets.list": "managerAdmin",
  "secrets.update": "managerAdmin",

  "settings.get": "viewer",
  "settings.models": "account",
  "settings.save": "editor",
  "settings.saveStyle": "editor",
  "sources.chunks": "viewer",
  "sources.delete": "editor",
  "sources.get": "viewer",
  "sources.ingestMetadata": "editor",
  "sources.ingestText": "editor",
  "sources.limits": "viewer",
  "sources.list": "viewer",
  "sources.rename": "editor",
  "sources.replace": "editor",
  "sources.switchChunk": "editor",
  "sources.sync": "editor",

  "site.get": "viewer",
  "site.update": "editor",

  "starters.open": "account",

  "templates.list": "account",
  "templates.open": "account",

  "toolVersions.compose": "editor",
  "toolVersions.composition": "viewer",
  "toolVersions.create": "account",
  "toolVersions.createTool": "editor",
  "toolVersions.list": "viewer",
  "toolVersions.restore": "editor",
  "toolVersions.stopComposing": "editor",
  "toolVersions.suits": "account",
  "tools.create": "editor",
  "tools.delete": "editor",
  "tools.duplicate": "editor",
  "tools.get": "viewer",
  "tools.list": "viewer",
  "tools.magicCreate": "account",
  "tools.magicEdit": "editor",
  "tools.order": "editor",
  "tools.save": "editor",
  "tools.setStatus": "editor",
  "tools.update": "editor",

  "triggers.createHook": "manager",
  "triggers.deleteHook": "manager",
  "triggers.get": "viewer",
  "triggers.list": "viewer",
  "triggers.makeSigningSecret": "managerAdmin",
  "triggers.preview": "viewer",
  "triggers.restoreHook": "manager",
  "triggers.setPaused": "manager",
  "triggers.setSchedule": "editor",

  "validation.applyBundle": "editorAdmin",
  "validation.diagnose": "viewer",
  "validation.issues": "viewer",
  "validation.mount": "viewer",
  "validation.publishCheck": "viewer",
  "validation.repair": "editorAdmin",
  "validation.validate": "editorAdmin",

  "versions.changes": "viewer",
  "versions.get": "viewer",
  "versions.list": "viewer",
  "versions.restore": "editor",
};

/** REST paths open to anonymous callers. All others refuse. */
const openPaths = new Set([
  "POST /api/auth/sign-up",
  "POST /api/auth/sign-in",
  "POST /api/auth/sign-out",
  "GET /api/auth/oidc/callback",
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
  "viewer",
  "editor",
  "manager",
  "manager who is an admin",
  "owner",
  "owner who is an admin",
] as const;
type ActorName = (typeof actors)[number];

type Builder = Awaited<ReturnType<World["signUp"]>>;
let admin: Builder;
let owner: Builder;
let stranger: Builder;
/** Collaborators of the owner's app, by role. */
let team: Record<CollaboratorRole, Builder>;

/** People are shared by tests, since hashing passwords is slow; apps are not. */
async function meetPeople(): Promise<void> {
  await world.reset();
  [quiet, open] = [undefined, undefined];
  admin = await world.signUp();
  owner = await world.signUp();
  stranger = await world.signUp();
  team = { view: await world.signUp(), edit: await world.signUp(), admin: await world.signUp() };
}

/** An unpublished app and every kind of actor. */
type Scene = { appId: string; who: Record<ActorName, Actor> };

async function scene(): Promise<Scene> {
  const { appId } = await owner.api.apps.create({ name: "Shared" });
  const other = await stranger.api.apps.create({ name: "Other" });
  const asAdmin = { ...owner.account, isAdmin: true };
  for (const role of collaboratorRoles)
    await world.db.insert(collaborator).values({ appId, accountId: team[role].accountId, role });
  const builder = ({ account: one, token }: Builder): Actor => ({ kind: "account", account: one, token });
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
    viewer: builder(team.view),
    editor: builder(team.edit),
    manager: builder(team.admin),
    "manager who is an admin": builder({ ...team.admin, account: { ...team.admin.account, isAdmin: true } }),
    owner: { kind: "account", account: owner.account, token: owner.token },
    "owner who is an admin": { kind: "account", account: asAdmin, token: owner.token },
  };
  return { appId, who };
}

let quiet: Scene | undefined;
let open: Scene | undefined;

/** One scene for all calls that change nothing: reads, and what is refused. */
const quietScene = async (): Promise<Scene> => (quiet ??= await scene());

/** One scene for calls that get in, until one of them publishes or deletes the app, or changes who may use it. */
async function openScene(): Promise<Scene> {
  if (open && (await isAsMade(open.appId))) return open;
  return (open = await scene());
}

async function isAsMade(appId: string): Promise<boolean> {
  const row = await world.db.query.app.findFirst({ where: (one, is) => is.eq(one.id, appId) });
  const people = await world.db.select().from(collaborator).where(eq(collaborator.appId, appId));
  const isTeam = collaboratorRoles.every((role) =>
    people.some((one) => one.role === role && one.accountId === team[role].accountId),
  );
  return isTeam && row?.ownerId === owner.accountId && row.publishedVersionId === null;
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
    return ["not-signed-in", "app-not-found", "admin-only", "app-role"].includes(reason) ? reason : undefined;
  }
}

const outsiders = {
  anonymous: "not-signed-in",
  "member of another app": "not-signed-in",
  member: "not-signed-in",
  stranger: "app-not-found",
  "admin of the installation": "app-not-found",
};
/** No collaborator of the tests is an admin of the installation, but one. */
const laymen = { viewer: "admin-only", editor: "admin-only", manager: "admin-only", owner: "admin-only" };
const below = "app-role";

/** Expected refusals by policy and actor, on an unpublished app. */
const expected: Record<Policy, Partial<Record<ActorName, string>>> = {
  public: {},
  account: { anonymous: "not-signed-in", "member of another app": "not-signed-in", member: "not-signed-in" },
  admin: {
    anonymous: "not-signed-in",
    "member of another app": "not-signed-in",
    member: "not-signed-in",
    stranger: "admin-only",
    ...laymen,
  },
  viewer: outsiders,
  editor: { ...outsiders, viewer: below },
  manager: { ...outsiders, viewer: below, editor: below },
  owner: { ...outsiders, viewer: below, editor: below, manager: below, "manager who is an admin": below },
  viewerAdmin: { ...outsiders, ...laymen },
  editorAdmin: { ...outsiders, ...laymen, viewer: below },
  managerAdmin: { ...outsiders, ...laymen, viewer: below, editor: below },
  ownerAdmin: {
    ...outsiders,
    ...laymen,
    viewer: below,
    editor: below,
    manager: below,
    "manager who is an admin": below,
  },
  visitor: {
    anonymous: "app-not-found",
    "member of another app": "app-not-found",
    stranger: "app-not-found",
    "admin of the installation": "app-not-found",
  },
};

const isMutation = (path: string): boolean =>
  (appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>)[path]!._def.type === "mutation";

const procedures = Object.keys(appRouter._def.procedures).sort();

describe("Every procedure", () => {
  beforeAll(meetPeople);

  it("has a declared policy", () => expect(procedures).toEqual(Object.keys(policies).sort()));

  it.each(procedures)("%s lets in exactly whom its policy names", async (path) => {
    const policy = policies[path]!;
    const isChange = isMutation(path);
    const met: Record<string, string | undefined> = {};
    for (const name of actors) {
      const isLetIn = isChange && expected[policy][name] === undefined;
      const { appId, who } = isLetIn ? await openScene() : await quietScene();
      // What gates read: the app, and the entity for rows.
      met[name] = await refusalAt(
        path,
        who[name],
        ["public", "account", "admin"].includes(policy) ? undefined : { appId, entity: "Task" },
      );
    }
    const wanted = Object.fromEntries(actors.map((name) => [name, expected[policy][name]]));
    // Rows are guarded by their own rules (tests/entities); everything else by the gate.
    if (policy === "visitor" && isChange && !path.startsWith("entities.")) wanted.viewer = below;
    expect(met).toEqual(wanted);
  });

  it.each(procedures.filter((path) => !["public", "account", "admin"].includes(policies[path]!)))(
    "%s refuses keys that it does not know",
    async (path) => {
      const { appId, who } = await quietScene();
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
      const { appId } = await quietScene();
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
