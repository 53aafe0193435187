import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { describeInput } from "@/input-words";
import { newAppSchema } from "@/features/apps/schema";
import { World } from "./support/world";

const wrong = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  return error ? describeInput(error) : undefined;
};

describe("what a schema refuses is said in the product's words, with the field's name", () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ["a field that is missing", z.object({ name: z.string() }), {}, "Name is required"],
    ["an empty text", z.object({ name: z.string().min(1) }), { name: "" }, "Name is required"],
    ["another type", z.object({ name: z.string() }), { name: 4 }, "Name must be text"],
    [
      "a long text",
      z.object({ inputLabel: z.string().max(3) }),
      { inputLabel: "abcd" },
      "Input label takes 3 characters max",
    ],
    ["a large number", z.object({ limit: z.number().max(10) }), { limit: 11 }, "Limit must be at most 10"],
    ["an unknown choice", z.object({ kind: z.enum(["a", "b"]) }), { kind: "c" }, "Kind must be one of a, b"],
    ["no address", z.object({ email: z.email() }), { email: "x" }, "Email must be an email address"],
    ["a field that does not exist", z.strictObject({}), { ownerId: 1 }, "Unknown field: ownerId"],
    [
      "a place in a list",
      z.object({ rows: z.array(z.object({ title: z.string() })) }),
      { rows: [{ title: 1 }] },
      "Rows 1, title must be text",
    ],
    ["words of the schema's own", z.object({ a: z.string({ error: "Give it a name" }) }), {}, "Give it a name"],
    [
      "the nearest branch of a union",
      z.union([
        z.object({ kind: z.literal("a"), size: z.number() }),
        z.object({ kind: z.literal("b"), name: z.string() }),
      ]),
      { kind: "b", name: 1 },
      "Name must be text",
    ],
  ])("%s", (_name, schema, value, words) => expect(wrong(schema, value)?.message).toBe(words));

  it("a union's failure names the field of the nearest branch", () => {
    expect(wrong(newAppSchema, { appType: "gen-app", genApp: { header: 4 } })).toMatchObject({
      message: "Header must be text",
      fields: { "genApp.header": ["Header must be text"] },
    });
  });
});

describe("every door says the same words", () => {
  let world: World;
  beforeAll(async () => void (world = await World.open()));
  afterAll(() => world.close());

  it("of REST and of procedures", async () => {
    const { token, api, accountId } = await world.signUp();
    expect(accountId).toBeTruthy();
    const { body, status } = await world.rest("POST /api/apps", {
      token,
      body: { appType: "gen-app", genApp: { header: 4 } },
    });
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: expect.stringMatching(/^(Gen app, )?[Hh]eader must be text$/),
    });
    expect(body.error.details.fields["genApp.header"] ?? body.error.details.fields["body.genApp.header"]).toHaveLength(
      1,
    );
    await expect(api.apps.get({ appId: 5 as unknown as string })).rejects.toThrow(/App id must be text/);
  });
});
