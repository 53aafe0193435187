import { describe, expect, expectTypeOf, it } from "vitest";
import { compileRoutes, matchRoute, type ParamName, type RestRoute } from "@/doors/rest";
import { hostName, isBuilderHost } from "@/doors/hosts";

const route = (line: string): RestRoute => {
  const [method, path] = line.split(" ") as [RestRoute["method"], string];
  return { method, path, queries: [], hosts: "builder", answer: () => Promise.resolve(line) };
};
const table = compileRoutes(
  [
    "GET /api/apps/:appId/entities/:entity",
    "GET /api/apps/:appId/entities/:entity/:id",
    "GET /api/apps/:appId/entities/:entity/count",
    "POST /api/apps",
  ].map(route),
);
const found = (method: string, path: string) => {
  const match = matchRoute(table, method, path);
  return match && { path: match.route.path, params: match.params };
};

describe("Matching a path", () => {
  it.each([
    [
      "a parameter takes one segment",
      "/api/apps/a1/entities/Task",
      { path: "/api/apps/:appId/entities/:entity", params: { appId: "a1", entity: "Task" } },
    ],
    [
      "a literal wins over a parameter",
      "/api/apps/a1/entities/Task/count",
      { path: "/api/apps/:appId/entities/:entity/count", params: { appId: "a1", entity: "Task" } },
    ],
    [
      "an id is decoded",
      "/api/apps/a1/entities/Task/a%20b",
      { path: "/api/apps/:appId/entities/:entity/:id", params: { appId: "a1", entity: "Task", id: "a b" } },
    ],
    ["an empty segment is no value", "/api/apps//entities/Task", undefined],
    ["a broken escape is no value", "/api/apps/%E0%A4/entities/Task", undefined],
    ["a trailing slash is another path", "/api/apps/a1/entities/Task/", undefined],
    ["a longer path is another path", "/api/apps/a1/entities/Task/x/y", undefined],
  ])("%s", (_name, path, expected) => expect(found("GET", path)).toEqual(expected));

  it("types its parameters by the path itself", () => {
    expectTypeOf<ParamName<"/api/apps/:appId/entities/:entity/:id">>().toEqualTypeOf<"appId" | "entity" | "id">();
    expectTypeOf<ParamName<"/api/apps">>().toEqualTypeOf<never>();
  });

  it("keeps methods apart", () => expect(found("GET", "/api/apps")).toBeUndefined());
});

describe("Telling hosts apart", () => {
  const env = { APP_URL: "https://build.example.com", APPS_DOMAIN: "apps.example.com" };
  it.each([
    ["build.example.com", true],
    ["BUILD.example.com:443", true],
    ["localhost:3000", true],
    ["127.0.0.1", true],
    ["[::1]:3000", true],
    ["workshop", true],
    [undefined, true],
    ["crm.apps.example.com", false],
    ["crm.apps.example.com.", false],
    ["build.example.com.evil.example", false],
    ["customer.example", false],
  ])("%s → the builder: %s", (host, expected) => expect(isBuilderHost(env, host)).toBe(expected));

  it("finds apps below localhost, never at it", () => {
    const local = { APP_URL: "http://localhost:3000", APPS_DOMAIN: "localhost" };
    expect(isBuilderHost(local, "localhost:3000")).toBe(true);
    expect(isBuilderHost(local, "crm.localhost:3000")).toBe(false);
  });

  it("reads names without ports, brackets or a last dot", () =>
    expect(["A.b:80", "[::1]:80", "a.b."].map(hostName)).toEqual(["a.b", "::1", "a.b"]));
});
