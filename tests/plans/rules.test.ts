import { describe, expect, it } from "vitest";
import {
  cardName,
  cardState,
  dialogTitle,
  effectsOf,
  fieldTypesOf,
  gateAppSettings,
  gateDataItem,
  gateFiles,
  gateLiveTool,
  gatePhotoField,
  gateToolChange,
  gateTools,
  gateToolSettings,
  highestPlan,
  limitsOf,
  rankOf,
  showsAppSettings,
  shownPlans,
  shownPrice,
  type Standing,
  yearlySaving,
} from "@/features/plans/rules";
import { firstPlans } from "@/features/plans/schema";
import { type PlanId, planIds } from "@/features/plans/limits";
import { money, shortNumber } from "@/ui/numbers";

const on = (plan: string, isAdmin = false): Standing => ({ plan, arePlansOn: true, isAdmin });
const off: Standing = { plan: "lite", arePlansOn: false, isAdmin: false };

/** Every count that a plan limits: [gate, plan, limit]. */
const counted: [string, (standing: Standing, have: number) => unknown, PlanId, number][] = [
  ["tools", gateTools, "lite", 3],
  ["tools", gateTools, "explorer", 10],
  ["tools", gateTools, "moon", 30],
  ["tools", gateTools, "monetizer", 100],
  ["live tools", (standing, have) => gateLiveTool(standing, have, false), "lite", 1],
  ["live tools", (standing, have) => gateLiveTool(standing, have, false), "explorer", 5],
  ["live tools", (standing, have) => gateLiveTool(standing, have, false), "moon", 15],
  ["live tools", (standing, have) => gateLiveTool(standing, have, false), "monetizer", 50],
  ["data items", gateDataItem, "lite", 1],
  ["files of one upload", (standing, have) => gateFiles(standing, have + 1), "lite", 1],
  ["files of one upload", (standing, have) => gateFiles(standing, have + 1), "explorer", 5],
  ["files of one upload", (standing, have) => gateFiles(standing, have + 1), "moon", 5],
  ["files of one upload", (standing, have) => gateFiles(standing, have + 1), "monetizer", 5],
];

describe("What plans limit", () => {
  it.each(counted)("%s on a plan: the last one within the limit, none beyond", (_name, gate, plan, limit) => {
    expect(gate(on(plan), limit - 1)).toBeUndefined();
    expect(gate(on(plan), limit)).toBeDefined();
    expect(gate(on(plan), limit + 1)).toBeDefined();
  });

  it.each(counted)("%s without plans has no limit", (_name, gate, _plan, limit) => {
    if (gate === counted[9]![1]) return expect(gate(off, limit)).toBeUndefined();
    expect(gate(off, Math.min(limit, 4))).toBeUndefined();
  });

  it("tools and data items without plans have none at any number", () => {
    expect([gateTools(off, 10_000), gateLiveTool(off, 10_000, false), gateDataItem(off, 10_000)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("data items of paid plans are not counted", () => {
    for (const plan of planIds.slice(1)) expect(gateDataItem(on(plan), 10_000)).toBeUndefined();
  });

  it("a tool that is active already stays so above the limit", () =>
    expect(gateLiveTool(on("lite"), 9, true)).toBeUndefined());

  it.each([
    ["lite", 5_000_000, 1, 2, 20],
    ["explorer", 10_000_000, 5, 3, 50],
    ["moon", 10_000_000, 5, 3, 100],
    ["monetizer", 10_000_000, 5, 3, 100],
    ["others", 5_000_000, 1, 2, 20],
  ])(
    "%s: files of %i bytes, %i at a time; the scraper goes %i deep and takes %i pages",
    (plan, bytes, files, depth, pages) =>
      expect(limitsOf(on(plan))).toMatchObject({
        fileBytesMax: bytes,
        filesMax: files,
        scrapeDepth: depth,
        scrapePagesMax: pages,
      }),
  );

  it("without plans files and scraper have what the best plan has", () =>
    expect(limitsOf(off)).toMatchObject({
      fileBytesMax: 10_000_000,
      filesMax: 5,
      scrapeDepth: 3,
      scrapePagesMax: 100,
    }));

  it("says it in the specification's words", () => {
    expect(gateTools(on("lite"), 3)).toEqual({
      gate: "tools",
      limit: 3,
      message:
        "You have reached the maximum number of tools allowed per app (3), please delete some tools before adding more",
    });
    expect(gateLiveTool(on("explorer"), 5, false)).toEqual({
      gate: "live-tools",
      limit: 5,
      message:
        "Your plan includes 5 live AI tools. To activate more tools, you can put other tools in draft mode or upgrade your plan.",
    });
  });
});

describe("What plans open", () => {
  it.each([
    ["lite", false, true],
    ["explorer", true, true],
    ["moon", true, true],
    ["monetizer", true, true],
  ])("%s edits tool settings and makes photo fields: %s", (plan, allowed) => {
    expect(gateToolSettings(on(plan)) === undefined).toBe(allowed);
    expect(gatePhotoField(on(plan)) === undefined).toBe(allowed);
    expect(fieldTypesOf(on(plan)).includes("photo")).toBe(allowed);
    expect(gateToolSettings(off)).toBeUndefined();
    expect(fieldTypesOf(off)).toContain("photo");
  });

  it("place and tool_item_select are for admins, whatever the plan", () => {
    expect(fieldTypesOf(on("monetizer"))).not.toContain("place");
    expect(fieldTypesOf(off)).not.toContain("tool_item_select");
    expect(fieldTypesOf(on("lite", true))).toEqual(expect.arrayContaining(["place", "tool_item_select"]));
  });

  it.each([
    // kind, plan, admin, shown, may change
    ["gen-app", "lite", false, false, false],
    ["gen-app", "explorer", false, false, false],
    ["gen-app", "moon", false, true, true],
    ["gen-app", "monetizer", false, true, true],
    ["gen-app", "lite", true, true, false],
    ["gen-app", "explorer", true, true, true],
    ["space", "lite", false, true, false],
    ["space", "explorer", false, true, true],
    ["tool", "lite", false, true, false],
    ["app", "explorer", false, true, true],
  ] as const)("app settings of a %s on %s (admin: %s) show: %s, change: %s", (kind, plan, isAdmin, shown, changes) => {
    expect(showsAppSettings(on(plan, isAdmin), kind)).toBe(shown);
    expect(gateAppSettings(on(plan, isAdmin), kind) === undefined).toBe(changes);
    expect(showsAppSettings(off, kind)).toBe(true);
    expect(gateAppSettings(off, kind)).toBeUndefined();
  });
});

const [lite, explorer, moon] = firstPlans as [(typeof firstPlans)[0], (typeof firstPlans)[0], (typeof firstPlans)[0]];

describe("Plan cards", () => {
  it("come in the order lite < explorer < moon < monetizer, and an unknown plan counts as lite", () => {
    expect(planIds.map(rankOf)).toEqual([0, 1, 2, 3]);
    expect(rankOf("others")).toBe(0);
    expect(highestPlan(["lite", "moon", "explorer"])).toBe("moon");
    expect(highestPlan([])).toBe("lite");
  });

  it("call the lowest plan Free for builders and Discover for others", () => {
    expect(cardName(lite, "builder")).toBe("Free");
    expect(cardName(lite, "customer")).toBe("Discover");
    expect(cardName(explorer, "builder")).toBe("Explorer");
  });

  it.each([
    [explorer, undefined, "none"],
    [moon, "explorer", "upgrade"],
    [lite, "explorer", "downgrade"],
    [explorer, "explorer", "selected"],
    [{ ...lite, isEnabled: false }, "explorer", "disabled"],
    [{ ...lite, isEnabled: false }, "lite", "selected"],
  ] as const)("are in the state that fits (%#)", (plan, current, state) =>
    expect(cardState(plan, current)).toBe(state),
  );

  it("leave out what cannot be had, except the plan of the account and a disabled Discover", () => {
    const plans = firstPlans.map((plan) => ({ ...plan, isEnabled: plan.id === "moon" }));
    expect(shownPlans(plans, "explorer").map(({ id }) => id)).toEqual(["lite", "explorer", "moon"]);
  });

  it("stand below 'Upgrade your plan' or 'Your plan'", () => {
    expect([dialogTitle("lite"), dialogTitle("moon")]).toEqual(["Upgrade your plan", "Your plan"]);
  });

  it.each([
    [10, null, 108, 10],
    [10, null, 108.01, undefined],
    [10, null, 107, 11],
    [10, null, 96, 20],
    [10, null, 120, undefined],
    [10, null, 130, undefined],
    [10, 9, 108, undefined],
    [19.99, null, 215.89, 10],
    [10, null, null, undefined],
    [0, null, 0, undefined],
  ])("save, of %s (discounted %s) a month and %s a year: %s %%", (price, discountedPrice, priceYearly, saving) =>
    expect(yearlySaving({ price, discountedPrice, priceYearly })).toBe(saving),
  );

  it("show the yearly price divided by 12, and a discount beside what it replaces", () => {
    const card = { price: 20, discountedPrice: 15, priceYearly: 120, oneTimePayment: false };
    expect(shownPrice(card, "yearly")).toEqual({ price: 10, unit: "/ month" });
    expect(shownPrice(card, "monthly")).toEqual({ price: 15, before: 20, unit: "/ month" });
    expect(shownPrice({ ...card, oneTimePayment: true }, "yearly")).toEqual({ price: 15, before: 20, unit: "once" });
    expect(shownPrice({ ...card, priceYearly: null }, "yearly").price).toBe(15);
  });
});

describe("Numbers (1-platform.md §9)", () => {
  it.each([
    [999, "999"],
    [1_000, "1K"],
    [1_234, "1.2K"],
    [999_999, "1M"],
    [1_500_000, "1.5M"],
  ])("%i is shown as %s", (value, text) => expect(shortNumber(value)).toBe(text));
  it("money has two decimals", () =>
    expect([money(9), money(7.5), money(1_234.567)]).toEqual(["$9.00", "$7.50", "$1,234.57"]));
});

describe("A downgrade", () => {
  const uses = [{ appId: "a1", name: "Shop", tools: 4, liveTools: 2 }];
  it("says what it does to what is there, which is kept", () =>
    expect(effectsOf(on("moon"), "lite", uses)).toEqual([
      "Shop has 4 tools, the plan includes 3. All are kept; the newest one can be read and not changed.",
      "Shop has 2 live tools, the plan includes 1. They stay live; no other can be activated until some are drafts.",
      "Data items are all kept and used. No more can be added above 1 item.",
      "New files may have 5 MB, 1 file at a time. Larger ones that are there stay.",
      "Tool settings stay as they are and can be read. They cannot be changed.",
      "Photo fields that are there stay and work. No others can be added.",
      "App settings stay as they are and can be read. They cannot be changed.",
    ]));
  it("says nothing of what fits, and nothing for an upgrade", () => {
    expect(effectsOf(on("moon"), "explorer", uses)).toEqual([
      "App settings stay as they are and can be read. They cannot be changed.",
    ]);
    expect(effectsOf(on("lite"), "moon", uses)).toEqual([]);
  });
});

describe("After a downgrade", () => {
  it.each([
    [2, true],
    [3, false],
    [4, false],
  ])("the tool in place %i of three allowed can be changed: %s", (place, can) => {
    expect(gateToolChange(on("lite"), place) === undefined).toBe(can);
    expect(gateToolChange(off, place)).toBeUndefined();
  });
});
