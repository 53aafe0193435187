import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { account } from "@/db/schema";
import { fieldIssue } from "@/features/tools/check-definition";
import { readField } from "@/features/tools/compose/read-field";
import { fieldTypes } from "@/features/tools/schema";
import { World } from "../support/world";

describe("A field from a few words, by rules", () => {
  it.each([
    [
      "Diet: vegan, vegetarian or anything",
      { name: "diet", label: "Diet", type: "select" },
      ["Vegan", "Vegetarian", "Anything"],
    ],
    ["How many days", { name: "days", label: "How many days", type: "number" }, []],
    ["your email, required", { name: "email", type: "email", required: true, personal: true }, []],
    ["a photo of the room", { name: "photo of the room", type: "photo" }, []],
    ["height", { type: "height" }, []],
    ["body weight", { name: "body weight", type: "weight" }, []],
    ["which city", { name: "city", type: "place" }, []],
    ["describe your project", { type: "long_text" }, []],
    ["Allergies, choose several (nuts, milk, eggs)", { type: "multiselect" }, ["Nuts", "Milk", "Eggs"]],
    ["satisfaction from 1 to 5", { name: "satisfaction", type: "number", min: 1, max: 5 }, []],
    ["hot or cold", { name: "hot or cold", type: "select" }, ["Hot", "Cold"]],
    ["last day", { name: "last day", type: "text" }, []],
    ["down payment", { name: "down payment", type: "number" }, []],
    ["Goal", { name: "goal", label: "Goal", type: "text" }, []],
    ["size: S, s, M", { type: "select" }, ["S", "M"]],
    ["spice level between mild, medium and hot", { name: "spice level", type: "select" }, ["Mild", "Medium", "Hot"]],
    ["x".repeat(300), { type: "text" }, []],
  ])("%s", (prompt, field, options) => {
    const made = readField(prompt, fieldTypes)!;
    expect(made).toMatchObject(field);
    expect((made.optionsConfig ?? []).map(({ label }) => label.toLowerCase())).toEqual(
      options.map((one) => one.toLowerCase()),
    );
    expect(fieldIssue(made, [])).toBeUndefined();
  });

  it.each(["", "?!", "please"])("of %j nothing comes", (prompt) => {
    const made = readField(prompt, fieldTypes);
    if (made) expect(made.name).toBe("please");
  });

  it("a type that the caller may not make becomes a text", () =>
    expect(readField("a photo", ["text", "number"])).toMatchObject({ type: "text" }));
});

describe("POST /api/builder/magicCreate", () => {
  let world: World;
  beforeAll(async () => void (world = await World.open({ PLANS: "on" })));
  afterAll(() => world.close());

  it("answers a field, and refuses what is there already or reserved", async () => {
    await world.signUp();
    const { token, accountId } = await world.signUp();
    const ask = (prompt: string, fields: string[] = []) =>
      world.rest("POST /api/builder/magicCreate", { token, body: { magicType: "field", prompt, input: { fields } } });
    expect(await ask("Diet: vegan or anything")).toMatchObject({
      status: 200,
      body: { result: { name: "diet", type: "select", optionsConfig: [{ label: "Vegan" }, { label: "Anything" }] } },
    });
    expect(await ask("diet", ["Diet"])).toMatchObject({
      status: 400,
      body: { error: { code: "magic-field", message: "Field already exists, try another name" } },
    });
    // The specification shows no shape of `input`: a list of names and a text are taken, too.
    for (const input of [["Diet"], "Diet"])
      expect(
        await world.rest("POST /api/builder/magicCreate", {
          token,
          body: { magicType: "field", prompt: "mood", input },
        }),
      ).toMatchObject({ status: 200, body: { result: { name: "mood" } } });
    expect(
      await world.rest("POST /api/builder/magicCreate", {
        token,
        body: { magicType: "field", prompt: "diet", input: ["Diet"] },
      }),
    ).toMatchObject({ status: 400, body: { error: { message: "Field already exists, try another name" } } });
    expect(await ask("input")).toMatchObject({ status: 400 });
    expect(await ask("???")).toMatchObject({ status: 400, body: { error: { message: "Failed creating the field" } } });
    // "Photo type is hidden on lite."
    expect((await ask("a photo")).body.result.type).toBe("text");
    await world.db.update(account).set({ plan: "explorer" }).where(eq(account.id, accountId));
    expect((await ask("a photo")).body.result.type).toBe("photo");
  });
});
