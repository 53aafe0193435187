import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

// What strangers and customers send in has fields that are the team's: nobody sets them by a call of their own.

type Rights = { read?: unknown[]; write?: unknown[] } | undefined;

function built(...said: string[]) {
  const app = conversation();
  const turns = said.map((one) => app.say(one));
  const rights = (entity: string) =>
    Object.fromEntries(
      Object.entries(app.entity(entity)!.properties).flatMap(([name, property]) => {
        const given = (property as { "x-accessControl"?: Rights })["x-accessControl"];
        return given ? [[name, given]] : [];
      }),
    );
  return { app, rights, text: turns.at(-1)!.text };
}
const shop = "an online shop with products, customers and orders";
const admins = { write: ["admin"] };

describe("a shop that strangers order from", () => {
  it("keeps states, payments, totals and numbers for the team", () => {
    const { app, rights, text } = built(shop);
    expect(rights("Order")).toEqual({ number: admins, order_status: admins, payment: admins, total: admins });
    expect(app.entity("Order")!.properties["payment"]!.default).toBe("open");
    expect(text).toContain("Only admins set number, order status, payment and total of orders");
  });

  it("computes what an order comes to", () => {
    const { app } = built(shop);
    expect(app.entity("Order")!.properties["total"]).toMatchObject({
      "x-total": { of: "product", price: "price", times: "quantity" },
    });
    expect(app.entity("Order")!.properties["quantity"]).toMatchObject({ minimum: 1, default: 1 });
  });

  it("asks for a name and an address instead of a customer whom nobody sees", () => {
    const { app } = built(shop);
    expect(app.entity("Order")!.required).toEqual(["name", "email"].concat(["number"]));
    expect(app.read("pages/Products.jsx")).toContain('"only":["name","email","quantity","pickup_at","notes"]');
  });

  it("tells nobody from whom a product comes", () => {
    const { rights } = built(shop);
    expect(rights("Product")).toEqual({ supplier: { read: ["admin"], write: ["admin"] } });
  });
});

describe("other apps", () => {
  it("keeps what says that something is approved, where people show what is theirs", () => {
    const { rights } = built("a marketplace site where people sell used bikes", "add a verified checkbox to bikes");
    expect(rights("Bike")).toEqual({ verified: admins });
  });

  it.each([
    "a CRM with contacts and deals with a status and an amount",
    "my todo list with a status",
    "an expense form where anyone can submit expenses with title and amount",
  ])("leaves what is nobody else's open: %s", (said) => {
    const { app, rights } = built(said);
    for (const name of app.entities()) expect(rights(name)).toEqual({});
  });

  it("closes the fields of a table that is opened later, and of one that is added to it", () => {
    const crm = "a list of requests with title, email and status: new, done";
    expect(built(crm).rights("Request")).toEqual({});
    const { rights } = built(
      crm,
      "anyone can submit requests, only admins can view them",
      "add a paid checkbox to requests",
    );
    expect(rights("Request")).toEqual({ status: admins, paid: admins });
  });
});
