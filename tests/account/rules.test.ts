import { afterEach, describe, expect, it } from "vitest";
import { clientAddress } from "@/doors/client-address";
import { parseEnv } from "@/engines/env";
import { hashPassword, matchesPassword } from "@/features/account/password";
import { isAdmin, redirectTarget } from "@/features/account/rules";
import { hashing } from "../support/argon2";

const origin = "https://build.example.com";

describe("Where a sign-in leads", () => {
  it.each([
    ["/home", "/home"],
    ["/build/app/a1?panel=code#x", "/build/app/a1?panel=code#x"],
    ["https://build.example.com/home", "/home"],
    ["home", "/home"],
  ])("%j is a page of this site", (target, path) => expect(redirectTarget(target, origin)).toBe(path));

  it.each(["/login", "/login?redirectTo=/home", "/logout", "/auth/handler", "/error/unauthorized", "/LOGOUT/"])(
    "%j is no page to go to after a sign-in",
    (target) => expect(redirectTarget(target, origin)).toBeUndefined(),
  );

  it.each([
    null,
    "",
    "//evil.example/x",
    "/\t/evil.example/x",
    "\t//evil.example/x",
    "/\n/evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "https://evil.example",
    "https:evil.example//",
    "http://build.example.com/home",
    "https://build.example.com@evil.example/",
    "https://build.example.com.evil.example/",
    "javascript:alert(1)",
    "data:text/html,x",
    "blob:https://build.example.com/1",
    "https://",
  ])("%j leads nowhere else", (target) => {
    const path = redirectTarget(target, origin);
    // What the browser would make of it is still this site.
    expect(path === undefined || new URL(path, origin).origin === origin).toBe(true);
    expect(path ?? "").not.toMatch(/^\/[/\\]|evil\.example$/);
  });
});

describe("Who is an admin", () => {
  const account = { isAdmin: false, email: "Ada@example.com", emailVerifiedAt: new Date() };
  it.each([
    ["one who is named in ADMIN_EMAILS and verified", account, true],
    ["one who is named there and only signed up", { ...account, emailVerifiedAt: null }, false],
    ["one who is not named", { ...account, email: "bob@example.com" }, false],
    ["the first account", { isAdmin: true, email: "bob@example.com", emailVerifiedAt: null }, true],
  ])("%s", (_name, row, wanted) => expect(isAdmin(row, ["ada@example.com"])).toBe(wanted));
});

describe("A password", () => {
  afterEach(() => void (hashing.isFull = false));

  it("is hashed at the cost that ASVS asks for, and found again", async () => {
    hashing.isFull = true;
    const stored = await hashPassword("copper-lantern-42-fjord");
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(await matchesPassword(stored, "copper-lantern-42-fjord")).toBe(true);
    expect(await matchesPassword(stored, "copper-lantern-42-fjorf")).toBe(false);
  });
});

describe("The caller's address", () => {
  const proxies = ["127.0.0.1", "10.0.0.0/8", "fd00::/8"];
  it.each([
    ["without proxies, the socket's, whatever the header says", "203.0.113.9", "1.1.1.1", [], "203.0.113.9"],
    ["from a socket that is no proxy, the socket's", "203.0.113.9", "1.1.1.1", proxies, "203.0.113.9"],
    ["behind one proxy, the last one it names", "127.0.0.1", "6.6.6.6, 203.0.113.9", proxies, "203.0.113.9"],
    [
      "behind two, the first that is none of them",
      "::ffff:127.0.0.1",
      "6.6.6.6, 203.0.113.9, 10.1.2.3",
      proxies,
      "203.0.113.9",
    ],
    ["with ports and brackets", "127.0.0.1", "[2001:db8::1]:443, 10.1.2.3:80", proxies, "2001:db8::1"],
    ["by a range of IPv6", "fd00::1", "203.0.113.9", proxies, "203.0.113.9"],
    ["up to what is no address", "127.0.0.1", "203.0.113.9, unknown", proxies, "127.0.0.1"],
    ["of a proxy that names nobody", "127.0.0.1", null, proxies, "127.0.0.1"],
    ["when all are proxies, the farthest", "127.0.0.1", "10.9.9.9", proxies, "10.9.9.9"],
  ])("%s", (_name, socket, header, trusted, wanted) => expect(clientAddress(socket, header, trusted)).toBe(wanted));

  it("is read by what TRUSTED_PROXIES says, and the server does not start with what is no address", () => {
    expect(parseEnv({ TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8" }).TRUSTED_PROXIES).toEqual(["127.0.0.1", "10.0.0.0/8"]);
    expect(parseEnv({}).TRUSTED_PROXIES).toEqual([]);
    expect(() => parseEnv({ TRUSTED_PROXIES: "my-proxy" })).toThrow(/TRUSTED_PROXIES/);
  });
});
