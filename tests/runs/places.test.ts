import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolApp, withRuns } from "../support/tools";
import type { World } from "../support/world";

const place = { name: "city", type: "place" };
const data = { fields: [place], blocks: [{ id: "b1", type: "text", prompt: "Weather in {{city}}" }] };

describe("A place field without a service", () => {
  let world: World;
  withRuns(
    (opened) => void (world = opened),
    () => Promise.resolve({}),
  );

  it("is free text: nothing is suggested", async () => {
    const { call } = await toolApp(world, { data });
    expect((await call("GET /places?words=Bern")).body).toEqual({ places: [] });
  });
});

describe("A place field with a service", () => {
  let world: World;
  let service: Server;
  let asked: URL[] = [];
  let answer: { status: number; body: unknown } = { status: 200, body: {} };
  const opened = new Promise<string>((resolve) => {
    service = createServer((request, response) => {
      asked.push(new URL(request.url!, "http://service"));
      response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
    });
    service.listen(0, "127.0.0.1", () => {
      const address = service.address();
      resolve(typeof address === "object" && address ? `http://127.0.0.1:${address.port}/api/?lang=en` : "");
    });
  });
  withRuns(
    (made) => void (world = made),
    async () => ({ PLACES_URL: await opened }),
  );
  beforeAll(() => void (asked = []));
  afterAll(async () => {
    service.close();
    await once(service, "close");
  });
  const features = (...properties: object[]) => ({
    status: 200,
    body: {
      type: "FeatureCollection",
      features: properties.map((one) => ({
        type: "Feature",
        geometry: { type: "Point", coordinates: [7.4, 46.9] },
        properties: one,
      })),
    },
  });

  it("is completed as Photon answers", async () => {
    const { call } = await toolApp(world, { data });
    answer = features(
      { osm_id: 1, name: "Bern", state: "Bern", country: "Switzerland", countrycode: "CH" },
      { osm_id: 2, street: "Bahnhofstrasse", housenumber: "3", postcode: "3000", city: "Bern", country: "Switzerland" },
    );
    expect((await call("GET /places?words=Bern")).body).toEqual({
      places: ["Bern, Switzerland", "Bahnhofstrasse 3, 3000 Bern, Switzerland"],
    });
    expect(asked.at(-1)!.search).toBe("?lang=en&q=Bern&limit=5");
  });

  it("is completed as Nominatim answers", async () => {
    const { call } = await toolApp(world, { data });
    answer = features({ display_name: "Bern, Bern-Mittelland, Switzerland", name: "Bern" });
    expect((await call("GET /places?words=Bern")).body.places).toEqual(["Bern, Bern-Mittelland, Switzerland"]);
  });

  it("suggests nothing where the service fails or answers something else", async () => {
    const { call } = await toolApp(world, { data });
    for (const broken of [
      { status: 503, body: {} },
      { status: 200, body: "busy" },
    ]) {
      answer = broken;
      expect(await call("GET /places?words=Bern")).toMatchObject({ status: 200, body: { places: [] } });
    }
  });

  it("asks the service for tools with such a field alone, and for three letters at least", async () => {
    const { call } = await toolApp(world, { data: { ...data, fields: [{ name: "city", type: "text" }] } });
    const before = asked.length;
    expect((await call("GET /places?words=Bern")).body).toEqual({ places: [] });
    expect((await call("GET /places?words=Be")).status).toBe(400);
    expect(asked).toHaveLength(before);
  });
});
