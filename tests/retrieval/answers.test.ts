import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { quotePlainly } from "@/features/assistant/quote-plainly";
import { citedIn, quotePassages } from "@/features/retrieval/cite";
import { coverageOf, excerptOf, isTelling, questionWords } from "@/features/retrieval/rules";
import type { Passage } from "@/features/retrieval/schema";
import { storeItem } from "../support/items";
import { toolApp } from "../support/tools";
import { World } from "../support/world";

const passage = (text: string, more: Partial<Passage> = {}): Passage => ({
  id: "k1",
  contextItemId: "i1",
  name: "Item i1",
  heading: "Handbook",
  text,
  position: 0,
  score: 1,
  methods: ["bm25"],
  ranks: { bm25: { rank: 1, score: 1 } },
  ...more,
});

describe("Passages in a prompt", () => {
  it("are numbered and fenced, each by itself, as many as there is room for", () => {
    const quoted = quotePassages([passage("One"), passage("Two"), passage("x".repeat(40_000)), passage("Three")]);
    expect(quoted.match(/<source key="[0-9a-f]{12}">\n\[\d\] Handbook\n/g)).toHaveLength(2);
    expect(quotePassages([passage("x".repeat(40_000))]).length).toBeLessThan(33_000);
    expect(quotePassages([])).toBe("");
  });

  it.each([
    ["As it says [2], and [1][2].", [1, 2]],
    ["Nothing is cited.", []],
    ["A number that is not there [9], a list [1, 2], a year [2024].", []],
  ])("are cited by their numbers: %s", (answer, numbers) =>
    expect(citedIn(answer, [passage("One"), passage("Two")]).map(({ number }) => number)).toEqual(numbers),
  );
});

describe("What a question is about", () => {
  it("is its telling words, whatever their endings", () => {
    expect(questionWords("How do I return the goods that I have bought?")).toEqual(["return", "good", "bought"]);
    expect(coverageOf(questionWords("returning goods"), "Goods are returned at the counter")).toBe(1);
    expect(coverageOf(questionWords("the of"), "anything")).toBe(0);
  });

  it("decides whether a passage is worth a prompt that is about something else as well", () => {
    expect(isTelling("Make the button blue", passage("The canteen opens at noon"))).toBe(false);
    expect(isTelling("Write a page about canteen times", passage("The canteen opens at noon"))).toBe(true);
    expect(isTelling("cars", passage("The automobile", { ranks: { vectors: { rank: 1, score: 0.9 } } }))).toBe(true);
  });

  it("shows in an excerpt, whole sentences where there is room", () => {
    const text = `${"Nothing to see here. ".repeat(30)}Goods may be returned within 30 days. ${"More of nothing. ".repeat(30)}`;
    const excerpt = excerptOf(text, questionWords("returned goods"), 120);
    expect(excerpt).toContain("Goods may be returned within 30 days.");
    expect(excerpt.length).toBeLessThan(130);
    expect(excerptOf("Short", ["x"], 100)).toBe("Short");
    expect(excerptOf("y".repeat(500), ["x"], 100)).toHaveLength(100);
  });

  it("is quoted without a model from passages that have most of its words alone", () => {
    const { text, shown } = quotePlainly("When may goods be returned?", [
      passage("The canteen opens at noon"),
      passage("Goods may be returned within 30 days"),
    ]);
    expect(text).toBe("> **Handbook** [1]\n> Goods may be returned within 30 days");
    expect(shown).toHaveLength(1);
  });
});

describe("The assistant of a published app, without a model", () => {
  let world: World;
  beforeAll(async () => void (world = await World.open()));
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  async function shop() {
    const note = {
      path: "entities/Product.json",
      content: JSON.stringify({
        name: "Product",
        type: "object",
        properties: { name: { type: "string" } },
        "x-accessControl": { permissions: { read: "anonymous", write: "admin" } },
      }),
    };
    const opened = await toolApp(world, { data: { header: "Shop" }, files: [note] });
    await opened.api.chat.activate({ appId: opened.appId, isActive: true });
    await opened.api.entities.create({ appId: opened.appId, entity: "Product", data: { name: "Lamp" } });
    await storeItem(mintOwnedApp(world.db, opened.appId), "i1", [
      { position: 0, heading: "Returns", text: "Goods may be returned within 30 days. A lamp is returned in its box." },
    ]);
    const ask = async (content: string) => {
      const { body } = await opened.call(`POST /api/apps/${opened.appId}/assistant/messages`, { body: { content } });
      const pieces = [...String(body).matchAll(/event: text\ndata: (.*)/g)].map(([, data]) => JSON.parse(data!).text);
      return { text: pieces.join(""), sources: JSON.parse(/event: done\ndata: (.*)/.exec(String(body))![1]!).sources };
    };
    return { ...opened, ask };
  }

  it("quotes the documents that answer, and the citation opens the passage, also after a reload", async () => {
    const { ask, call, appId } = await shop();
    const { text, sources } = await ask("When may goods be returned?");
    expect(text).toContain("> **Returns** [1]\n> Goods may be returned within 30 days.");
    expect(sources).toEqual([
      expect.objectContaining({ number: 1, heading: "Returns", text: expect.stringContaining("within 30 days") }),
    ]);
    const { body } = await call(`GET /api/apps/${appId}/assistant/messages`);
    expect(body.at(-1).sources).toEqual(sources);
  });

  it("quotes rows first, documents beside them, and neither where they say nothing", async () => {
    const { ask } = await shop();
    const both = await ask("lamp");
    expect(both.text).toMatch(
      /\*\*Lamp\*\* \(Product\)[\s\S]*The documents of this app say:\n\n> \*\*Returns\*\* \[1\]/,
    );
    expect((await ask("How many products are there?")).text).not.toContain("documents");
    expect((await ask("parking")).text).toContain("I found nothing about that");
  });
});
