import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { World } from "../support/world";
import { appWith } from "./support";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

describe("A function", () => {
  it("answers by Deno.serve", async () => {
    const app = await appWith(world, { "functions/hello.ts": `Deno.serve(async (request: Request) => { console.log("got", { a: 1 }); return Response.json({ hello: (await request.json()).name, url: request.url }); });` });
    const { functionUrl } = await app.deploy("hello").catch((e) => { console.log(e.details); throw e; });
    expect(functionUrl).toBe(`http://${app.appId}.localhost:3000/functions/hello`);
    const answer = await app.run("hello", `{"name":"Ada"}`);
    expect(answer).toMatchObject({ status: 200 });
    expect(JSON.parse(answer.body)).toEqual({ hello: "Ada", url: functionUrl });
    expect(app.log()).toMatchObject([{ level: "log", function: "hello", call: answer.call, text: "got { a: 1 }" }]);
  });
});
