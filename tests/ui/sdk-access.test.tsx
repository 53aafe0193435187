import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accessOfPair, reachesOf, type RowActor } from "@/features/rows/rules";
import { permissionLevels } from "@/shipped/contract";

const people: Record<string, RowActor> = {
  anonymous: null,
  "a user": { id: "me", role: "user" },
  "an admin": { id: "me", role: "admin" },
  "the builder": { id: "me", role: "builder" },
};
const pairs = permissionLevels.flatMap((read) => permissionLevels.map((write) => ({ read, write })));

type EntityClient = (
  name: string,
  schema: object,
) => { access: () => Promise<{ canAdd: boolean; readsOnlyOwn: boolean; canChange: (row: object) => boolean }> };

// By a variable, since the SDK is browser code that the compiler does not check.
const sdk: string = "@/shipped/sdk/entities.js";

/** The SDK as a page of the app loads it, for one person. */
async function sdkFor(actor: RowActor) {
  vi.resetModules();
  const mode = actor?.role === "builder" ? "preview" : "published";
  document.body.innerHTML = `<script type="application/json" id="joinery-config">${JSON.stringify({ appId: "a", mode })}</script>`;
  window.localStorage.clear();
  if (actor) window.localStorage.setItem(`joinery.token.${mode}`, "token");
  vi.stubGlobal("fetch", async () => Response.json({ id: "me", role: actor?.role }));
  return ((await import(sdk)) as { entityClient: EntityClient }).entityClient;
}

describe.each(Object.entries(people))("Entity.access() tells %s what the server will allow", (_name, actor) => {
  let entityClient: EntityClient;
  beforeEach(async () => void (entityClient = await sdkFor(actor)));
  afterEach(() => void vi.unstubAllGlobals());

  it.each(pairs)("with read $read, write $write", async (permissions) => {
    const access = await entityClient("Task", { "x-accessControl": { permissions } }).access();
    const { create, update: change } = reachesOf(accessOfPair(permissions), actor);
    // Somebody who only has to sign in is offered to add, and asked to.
    const couldAfterSignIn = actor === null && ["all", "creator"].includes(permissions.write);
    expect(access.canAdd).toBe(create !== "nothing" || couldAfterSignIn);
    expect(access.canChange({ id: "r1", creatorId: "me" })).toBe(change !== "nothing");
    expect(access.canChange({ id: "r2", creatorId: "other" })).toBe(change === "every");
  });
});

describe("Entity.access() follows row rules", () => {
  afterEach(() => void vi.unstubAllGlobals());
  const row = { id: "r1", creatorId: "other", owner: "me", members: ["me", "you"], status: "open", empty: null };
  const me = people["a user"]!;

  it.each([
    ["a role", [{ role: "user" }], true],
    ["another role", [{ role: "editor" }], false],
    ["a field that is the caller", [{ field: "owner", is: "me" }], true],
    ["a field that has the caller", [{ field: "members", has: "me" }], true],
    ["a list without the caller", [{ field: "empty", has: "me" }], false],
    ["a value", [{ field: "status", is: "closed" }], false],
    [
      "all of several",
      [
        {
          every: [
            { field: "owner", is: "me" },
            { field: "status", is: "open" },
          ],
        },
      ],
      true,
    ],
    ["all of several, of which one fails", [{ every: [{ role: "user" }, { field: "status", is: "closed" }] }], false],
    ["one of several", ["admin", { field: "status", is: "open" }], true],
    ["nobody", [], false],
  ])("%s", async (_what, update, may) => {
    const client = await sdkFor(me);
    const access = await client("Task", { "x-accessControl": { rules: { read: ["all"], update } } }).access();
    expect(access.canChange(row)).toBe(may);
  });

  it("of an anonymous visitor's own rows there are none", async () => {
    const client = await sdkFor(null);
    const rules = { read: ["anonymous"], update: [{ field: "owner", is: "me" }, { role: "user" }] };
    expect((await client("Task", { "x-accessControl": { rules } }).access()).canChange(row)).toBe(false);
  });
});

describe("Whoever sees only rows of their own", () => {
  it.each([
    ["a user", ["creator", "admin"], true],
    ["an admin", ["creator", "admin"], false],
    ["a user", [{ field: "owner", is: "me" }, { role: "manager" }], true],
    ["a user", ["creator", { field: "status", is: "published" }], false],
    ["a user", ["admin"], false],
    ["anonymous", ["creator"], false],
    ["the builder", ["creator"], false],
  ])("is told apart: %s by %j", async (name, read, isOwn) => {
    const client = await sdkFor(people[name]!);
    const access = await client("Task", { "x-accessControl": { rules: { read } } }).access();
    expect(access.readsOnlyOwn).toBe(isOwn);
    vi.unstubAllGlobals();
  });
});

describe("A stranger's read of rows that are not for strangers", () => {
  afterEach(() => void vi.unstubAllGlobals());
  const outcome = async (actor: RowActor, read: string) => {
    const client = (await sdkFor(actor)) as unknown as (
      name: string,
      schema: object,
    ) => { list: () => Promise<unknown> };
    const fetch = vi.fn(async () => Response.json({ items: [], nextCursor: null }));
    vi.stubGlobal("fetch", fetch);
    const answer = await client("Task", { "x-accessControl": { permissions: { read } } })
      .list()
      .then(
        () => "rows",
        ({ code }: { code: string }) => code,
      );
    return { answer, calls: fetch.mock.calls.length };
  };

  it("is not sent, since the browser would log its refusal", async () => {
    expect(await outcome(null, "all")).toEqual({ answer: "not-signed-in", calls: 0 });
    expect(await outcome(null, "anonymous")).toEqual({ answer: "rows", calls: 1 });
    expect(await outcome({ id: "me", role: "user" }, "all")).toEqual({ answer: "rows", calls: 1 });
  });
});

describe("A member's read of rows that are theirs by their address", () => {
  afterEach(() => void vi.unstubAllGlobals());
  const mine = { field: "email", is: "my address" };
  const ofCustomer = { field: "customer", of: "Customer", meets: mine };
  const calls = async (isEmailVerified: boolean | undefined, read: unknown[]) => {
    const client = (await sdkFor({ id: "me", role: "user" })) as unknown as (
      name: string,
      schema: object,
    ) => { page: () => Promise<object>; count: () => Promise<number> };
    const fetch = vi.fn(async (path: string) =>
      Response.json(path.endsWith("/me") ? { id: "me", role: "user", isEmailVerified } : { items: [], count: 0 }),
    );
    vi.stubGlobal("fetch", fetch);
    const invoice = client("Invoice", { "x-accessControl": { rules: { read } } });
    expect(await invoice.page()).toMatchObject({ items: [] });
    expect(await invoice.count()).toBe(0);
    return fetch.mock.calls.filter(([path]) => path.includes("/Invoice")).length;
  };

  it("is not sent before that is proven, since it would be refused", async () => {
    expect(await calls(false, [mine, "admin"])).toBe(0);
    expect(await calls(false, [ofCustomer, "admin"])).toBe(0);
  });

  it("is sent once it is, where they have rows of their own, and where nobody can prove one", async () => {
    expect(await calls(true, [mine, "admin"])).toBe(2);
    expect(await calls(false, ["creator", mine, "admin"])).toBe(2);
    expect(await calls(undefined, [mine, "admin"])).toBe(2);
  });
});

describe("A read that needs an account", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("asks to sign in although the page's effects run before the sign-in listens, and asks once", async () => {
    const entityClient = await sdkFor(null);
    const { onSignInNeeded } = (await import(sdk.replace("entities", "api"))) as {
      onSignInNeeded: (listener: (need: object) => void) => () => void;
    };
    const note = entityClient("Note", {}) as unknown as { list: () => Promise<unknown> };
    await expect(note.list()).rejects.toThrow("Sign in to continue");
    const [first, second] = [vi.fn(), vi.fn()];
    onSignInNeeded(first)();
    onSignInNeeded(second);
    expect(first).toHaveBeenCalledExactlyOnceWith({ isBare: false });
    expect(second).not.toHaveBeenCalled();
  });
});
