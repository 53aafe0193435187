import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, expectTypeOf, it } from "vitest";
import { instructions } from "@/features/turns/instructions";
import type { FieldKind } from "@/offline/model/app-model";
import {
  appPackageNames,
  components,
  entityMethods,
  integrations,
  type PermissionLevel,
  type RowOperation,
  type RowTest,
  userMethods,
} from "@/shipped/contract";
import type * as sdk from "@/shipped/sdk/types";

/** Method names of the object literal or class body after a marker in a shipped source file. */
const methodsIn = (file: string, names: string[]) => {
  const text = readFileSync(`src/shipped/sdk/${file}`, "utf8");
  return names.filter((name) => new RegExp(`\\b${name}\\s*(\\(|:|=)`).test(text));
};

const protocol = readFileSync("docs/protocol.md", "utf8");
const names = (methods: { name: string }[]) => methods.map(({ name }) => name);

describe("The contract of shipped apps", () => {
  it("lists exactly the components that the kit has", () => {
    const files = readdirSync("src/shipped/kit/ui")
      .filter((file) => file.endsWith(".jsx"))
      .map((file) => file.slice(0, -4))
      .sort();
    expect([...components].sort()).toEqual(files);
  });

  it("lists methods that the SDK has", () => {
    const given = [...names(entityMethods), ...names(userMethods)];
    expect(methodsIn("entities.js", given)).toEqual(given);
    expect(methodsIn("integrations.js", names(integrations))).toEqual(names(integrations));
  });

  it("has the shapes that the SDK's own types say", () => {
    type Access = NonNullable<sdk.Schema["x-accessControl"]>;
    expectTypeOf<sdk.RowTest>().toEqualTypeOf<RowTest>();
    expectTypeOf<sdk.PermissionLevel>().toEqualTypeOf<PermissionLevel>();
    expectTypeOf<keyof NonNullable<Access["rules"]>>().toEqualTypeOf<RowOperation>();
    expectTypeOf<sdk.FieldKind>().toEqualTypeOf<FieldKind>();
    const methods: Record<keyof sdk.EntityClient, true> = {
      list: true,
      filter: true,
      get: true,
      create: true,
      update: true,
      delete: true,
      bulkCreate: true,
      count: true,
      aggregate: true,
      taken: true,
      page: true,
      subscribe: true,
      access: true,
      schema: true,
      related: true,
    };
    // Following references is the kit's business: models are not told of it.
    expect(Object.keys(methods).filter((name) => name !== "related")).toEqual(names(entityMethods));
  });

  it("names packages that this server has", () => {
    const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
      dependencies: Record<string, string>;
    };
    expect(appPackageNames.filter((name) => !(name in dependencies))).toEqual([]);
  });

  it("is what the model is told and what docs/protocol.md says", () => {
    const lists = [components.join(", "), appPackageNames.join(", ")];
    const signatures = [...entityMethods, ...userMethods, ...integrations].map(({ signature }) => signature);
    for (const text of [...lists, ...signatures]) {
      expect(instructions).toContain(text);
      expect(protocol).toContain(text);
    }
  });
});
