import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

// What an order comes to is computed by the server: no customer says what something costs.

let world: World;
let owner: Awaited<ReturnType<World["signUp"]>>;
let appId: string;
let host: string;
let mug: string;
let lamp: string;
const admin = { write: ["admin"] };
const product = {
  properties: { name: { type: "string" }, price: { type: "number" } },
  "x-accessControl": { permissions: { read: "anonymous", write: "admin" } },
};
const order = {
  properties: {
    name: { type: "string" },
    product: { type: "string", "x-reference": "Product" },
    quantity: { type: "integer", minimum: 1, default: 1 },
    total: {
      type: "number",
      "x-total": { of: "product", price: "price", times: "quantity" },
      "x-accessControl": admin,
    },
  },
  "x-accessControl": {
    permissions: { read: "creator", write: "creator" },
    rules: { read: ["anonymous"], create: ["anonymous"], update: ["anonymous"], delete: ["admin"] },
  },
};
const ofOrders = (method: string, body?: unknown, path = "") =>
  world.rest(`${method} /api/apps/${appId}/entities/Order${path}`, { host, body });
const asOwner = (line: string, body: unknown) => world.rest(line, { token: owner.token, body });

beforeAll(async () => {
  world = await World.open();
  owner = await world.signUp();
  ({ appId } = await owner.api.apps.create({ name: "Shop" }));
  const files = [
    { path: "entities/Product.json", content: JSON.stringify(product) },
    { path: "entities/Order.json", content: JSON.stringify(order) },
    { path: "pages/Home.jsx", content: "export default function Home() {\n  return <h1>Shop</h1>;\n}\n" },
  ];
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "edit" }, (before) => [...before, ...files]);
  await owner.api.runtime.publish({ appId });
  host = `${(await owner.api.apps.get({ appId })).slug}.localhost:3000`;
  const add = async (row: object) => (await asOwner(`POST /api/apps/${appId}/entities/Product`, row)).body.id as string;
  mug = await add({ name: "Mug", price: 12.35 });
  lamp = await add({ name: "Lamp", price: 80 });
});
afterAll(() => world.close());

describe("A total", () => {
  it("is price times quantity of what a stranger orders", async () => {
    const { body } = await ofOrders("POST", { name: "Ada", product: mug, quantity: 3 });
    expect(body).toMatchObject({ total: 37.05 });
  });

  it("is the price of one without a quantity, and nothing without a price", async () => {
    expect((await ofOrders("POST", { name: "Ada", product: lamp })).body).toMatchObject({ total: 80 });
    expect((await ofOrders("POST", { name: "Ada" })).body).not.toHaveProperty("total");
  });

  it("is not theirs to say", async () => {
    const { status } = await ofOrders("POST", { name: "Ada", product: lamp, quantity: 2, total: 1 });
    expect(status).toBe(400);
  });

  it("follows what is changed", async () => {
    const { id } = (await ofOrders("POST", { name: "Ada", product: mug })).body;
    expect((await ofOrders("PUT", { quantity: 4 }, `/${id}`)).body).toMatchObject({ total: 49.4 });
    expect((await ofOrders("PUT", { product: lamp }, `/${id}`)).body).toMatchObject({ total: 320 });
    expect((await ofOrders("PUT", { name: "Ada B." }, `/${id}`)).body).toMatchObject({ total: 320, name: "Ada B." });
  });

  it("stays as an admin set it, and is computed where they left it empty", async () => {
    const path = `POST /api/apps/${appId}/entities/Order`;
    expect((await asOwner(path, { name: "Ben", product: lamp, total: 70 })).body).toMatchObject({ total: 70 });
    expect((await asOwner(`${path}/bulk`, [{ name: "Ben", product: lamp, quantity: 2 }])).body).toMatchObject([
      { total: 160 },
    ]);
  });
});
