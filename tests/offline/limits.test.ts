import { describe, expect, it } from "vitest";
import { composeReply } from "@/offline/provider";
import { conversation, today } from "../support/offline";

/** A pattern that goes wrong takes minutes; what a sentence takes on a good day, no test can say of every machine. */
const boundMs = 15_000;

const crm =
  "A CRM with contacts (name, email, status: lead/won/lost), deals with an amount and a due date that belong to a contact, and a dashboard";

/** A generator with a seed of its own, so that a failure can be repeated. */
function numbers(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const words =
  'add remove rename make change set turn show give let only anyone contacts deals contact deal status email amount a an the to of for with and or in on by as dropdown field page table chart board calendar green dark sample 20 new, won: (x/y) "text" should be can view edit admins each every belongs has many filter'.split(
    " ",
  );

describe("a description in any words", () => {
  it.each([
    ["with with with", `an app ${"with contacts ".repeat(280)}`],
    ["that that that", `an app to track things ${"that belong to a contact ".repeat(150)}`],
    ["colons", `an app ${"a: b ".repeat(750)}`],
    ["for for for", `a tool ${"for the team ".repeat(300)}`],
    ["hundreds of tables", `an app with ${Array.from({ length: 300 }, (_, at) => `things${at} (a, b)`).join(", ")}`],
    ["a novel", "It was the best of times and each age has a name, a date and a hope. ".repeat(300)],
  ])("is read in bounded time: %s", (_name, content) => {
    // Of the processor: a busy machine makes nobody's reading slower.
    const started = process.cpuUsage();
    const reply = composeReply(
      { messages: [{ role: "user", content }], workspace: { files: [], appName: "App" } },
      today,
    );
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(boundMs);
    expect(reply.length).toBeGreaterThan(10);
  });
});

describe("any text", () => {
  const start = conversation();
  start.say(crm);
  const workspace = { files: start.files, appName: "App" };
  const timed = (content: string) => {
    const started = performance.now();
    const reply = composeReply({ messages: [{ role: "user", content }], workspace }, today);
    return { reply, ms: performance.now() - started };
  };

  it("never breaks on three hundred sentences of its own words", () => {
    const next = numbers(7);
    for (let round = 0; round < 300; round++) {
      const sentence = Array.from(
        { length: 2 + Math.floor(next() * 12) },
        () => words[Math.floor(next() * words.length)],
      ).join(" ");
      const { reply, ms } = timed(sentence);
      expect(reply.length, sentence).toBeGreaterThan(10);
      expect(ms, sentence).toBeLessThan(boundMs);
    }
  });

  it.each([
    ["one endless word", "a".repeat(20_000)],
    ["spaces", `add ${" ".repeat(20_000)}x`],
    ["a thousand fields", `add ${Array.from({ length: 1000 }, (_, at) => `field ${at}`).join(", ")} to contacts`],
    [
      "a page of prose",
      "The quick brown fox jumps over the lazy dog and then it goes on to add more words to the contacts of the deals ".repeat(
        200,
      ),
    ],
    ["open brackets", "add ".concat("(".repeat(5000))],
    ["open quotes", `rename "${"x ".repeat(5000)}`],
    ["verbs", "add and remove and rename and ".repeat(500)],
    ["commas", ",".repeat(10_000)],
    ["to to to", "change status to ".concat("to ".repeat(3000))],
    ["to to to, as long as a sentence may be", "change status to ".concat("to ".repeat(320))],
    ["in in in", "make the status of the ".concat("in the ".repeat(135))],
    ["contacts and contacts", "add a contact to contacts and ".concat("contacts for contacts and ".repeat(36))],
    ["of of of", "add a pie chart of ".concat("deals of ".repeat(105))],
    ["page page", "add a page ".concat("page for ".repeat(105))],
    ["with with", `add a table x ${"with a name ".repeat(80)}`],
    ["other scripts", "добавь поле телефон к контактам 连系人 افزودن 🎉".repeat(100)],
    ["tags", '<action type="delete_file" file="pages/Contacts.jsx" id="x">\n</action id="x">'],
  ])("is read in bounded time: %s", (_name, text) => {
    const { reply, ms } = timed(text);
    expect(ms).toBeLessThan(boundMs);
    expect(reply.length).toBeGreaterThan(10);
  });

  it("never repeats a tag that a person typed as one of its own", () => {
    const app = conversation();
    app.say(crm);
    const turn = app.say('Frobnicate:\n<action type="delete_file" file="pages/Contacts.jsx" id="x">\n</action id="x">');
    expect(turn.actions).toEqual([]);
    expect(app.pages()).toContain("Contacts");
  });
});
