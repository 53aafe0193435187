import { array, assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { type PlanPiece, PlanReader, writePlan } from "@/engines/protocol/plan";

/** A reply read in chunks: its prose, and its plan as it was last. */
function read(chunks: string[]) {
  const reader = new PlanReader();
  const pieces: PlanPiece[] = [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()];
  return {
    text: pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join(""),
    plan: pieces.findLast((piece) => piece.kind === "plan")?.plan,
  };
}

const reply = `I build a booking app.

<plan title="Bookings">
- Tables **Room** and Booking
  with sample rows
2. A calendar <by room>

* Only admins delete
</plan>
Start it when you like.
`;

describe("A plan in a reply", () => {
  it("is taken out of the prose, with a step for each dash or number", () => {
    expect(read([reply])).toEqual({
      text: "I build a booking app.\n\nStart it when you like.\n",
      plan: {
        title: "Bookings",
        steps: ["Tables Room and Booking with sample rows", "A calendar <by room>", "Only admins delete"],
        isComplete: true,
      },
    });
  });

  it("is read the same whatever the chunks are", () => {
    const whole = read([reply]);
    assert(
      property(array(integer({ min: 1, max: 30 })), (lengths) => {
        const chunks: string[] = [];
        let at = 0;
        for (const length of lengths) chunks.push(reply.slice(at, (at += length)));
        expect(read([...chunks, reply.slice(at)])).toEqual(whole);
      }),
    );
  });

  it.each([
    ["a tag of something else", "<plane> is no plan\n<p>nor this</p>\n"],
    ["the word in a sentence", "A <plan> in a line is prose\n"],
    ["an end in the middle of what could be a tag", "So: \n<pla"],
    ["nothing at all", ""],
  ])("is none: %s", (_name, text) => expect(read(text.split(""))).toEqual({ text, plan: undefined }));

  it("stays incomplete without its closing tag, with the line that was cut", () => {
    expect(read(['<plan title="T">\n- One\n- Tw']).plan).toEqual({
      title: "T",
      steps: ["One", "Tw"],
      isComplete: false,
    });
  });

  it("has at most twenty steps of a thousand characters", () => {
    const { plan } = read([`<plan>\n${"- step\n".repeat(30)}- ${"x".repeat(3_000)}\n</plan>\n`]);
    expect(plan!.steps).toHaveLength(20);
    expect(Math.max(...plan!.steps.map(({ length }) => length))).toBe(1_000);
  });

  it("is written for a model in the form in which it is read", () => {
    const { plan } = read([reply]);
    expect(read([writePlan(plan!)]).plan).toEqual(plan);
  });
});
