import { afterAll, beforeAll, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { readPastChanges } from "@/features/context/store";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

const file = (path: string, content: string) => ({ path, content });

it("What the versions changed is known with the words that asked for it, newest first, and of this app alone", async () => {
  const owner = await world.signUp();
  const scopes = await Promise.all(
    ["One", "Other"].map(async (name) => mintOwnedApp(world.db, (await owner.api.apps.create({ name })).appId)),
  );
  const [scope, other] = scopes as [(typeof scopes)[0], (typeof scopes)[0]];
  await writeVersion(scope, { kind: "turn", userRequest: "A shop" }, () => [
    file("pages/Shop.jsx", "1"),
    file("entities/Product.json", "{}"),
  ]);
  await writeVersion(other, { kind: "turn", userRequest: "A diary" }, () => [file("pages/Diary.jsx", "1")]);
  await writeVersion(scope, { kind: "turn", userRequest: "Make it blue" }, (files) =>
    files.map((entry) => (entry.path === "pages/Shop.jsx" ? file(entry.path, "2") : entry)),
  );
  await writeVersion(scope, { kind: "edit" }, (files) => [
    ...files.filter(({ path }) => path !== "entities/Product.json"),
    file("globals.css", "a{}"),
  ]);
  expect((await readPastChanges(scope)).slice(0, 3)).toEqual([
    { request: "", paths: ["globals.css"] },
    { request: "Make it blue", paths: ["pages/Shop.jsx"] },
    { request: "A shop", paths: expect.arrayContaining(["entities/Product.json", "pages/Shop.jsx"]) },
  ]);
});
