import { describe, expect, it } from "vitest";
import { filledSecrets, readRequestedSecrets, secretsProgress } from "@/features/chat/enter-secrets";
import { permissionRequest } from "@/features/turns/permission-request";
import { permissionPresets, permissionsMeaning, permissionsName } from "@/features/entities/rules";
import { canSubmitRating, emptyRating, fillRating, ratingPayload, reasonsFor } from "@/features/chat/rate-response";

describe("permission presets", () => {
  it.each(permissionPresets.map(({ name, read, write }) => [name, read, write] as const))(
    "names %s",
    (name, read, write) => expect(permissionsName({ read, write })).toBe(name),
  );

  it("names other combinations 'X Read, Y Write'", () => {
    expect(permissionsName({ read: "all", write: "none" })).toBe("Public Read, None Write");
    expect(permissionsName({ read: "anonymous", write: "all" })).toBe("Anonymous Read, Public Write");
  });

  it.each([
    ["all", "all", "logged in users can view and edit"],
    ["all", "admin", "logged in users can view, only admins can edit"],
    ["anonymous", "all", "anyone can view, logged in users can edit"],
    ["creator", "none", "only the creator can view, nobody can edit"],
  ] as const)("says in people's words what %s and %s mean", (read, write, meaning) =>
    expect(permissionsMeaning({ read, write })).toBe(meaning),
  );

  it("asks in the chat for the chosen description", () => {
    expect(permissionRequest("Contact", permissionPresets[0]!)).toBe(
      'Set the permissions of the Contact entity to "Admin Only Read, Anonymous Write": anyone can submit, only admins can view.',
    );
  });
});

describe("rating a response", () => {
  it("shows positive reasons from 4 stars, problems below, nothing before a score", () => {
    expect(reasonsFor(0)).toEqual([]);
    expect(reasonsFor(3)).toContain("Gets stuck in loops");
    expect(reasonsFor(4)).toContain("I love it!");
  });

  it("disables submit at score 0", () => {
    expect(canSubmitRating(emptyRating)).toBe(false);
    expect(canSubmitRating({ ...emptyRating, score: 1 })).toBe(true);
  });

  it("drops reasons that a new score no longer offers", () => {
    const liked = fillRating(fillRating(emptyRating, { type: "score", score: 5 }), {
      type: "reason",
      reason: "I love it!",
    });
    expect(fillRating(liked, { type: "score", score: 4 }).feedback).toEqual(["I love it!"]);
    expect(fillRating(liked, { type: "score", score: 2 }).feedback).toEqual([]);
  });

  it("toggles a reason and trims the comment", () => {
    const once = fillRating({ ...emptyRating, score: 2 }, { type: "reason", reason: "Design looks poor" });
    expect(fillRating(once, { type: "reason", reason: "Design looks poor" }).feedback).toEqual([]);
    expect(ratingPayload("m1", { ...once, comment: "  too grey " })).toEqual({
      messageId: "m1",
      score: 2,
      feedback: ["Design looks poor"],
      comment: "too grey",
    });
  });
});

describe("secrets that the assistant asks for", () => {
  const body =
    '{"secretName":"STRIPE_KEY","description":"From the dashboard"}\n{"secretName":"MAIL_KEY","description":""}';
  const secrets = readRequestedSecrets(body);

  it("are read line by line; a line that is still written is left out", () => {
    expect(secrets.map(({ secretName }) => secretName)).toEqual(["STRIPE_KEY", "MAIL_KEY"]);
    expect(readRequestedSecrets(body.slice(0, -5))).toHaveLength(1);
  });

  it("are read from a list too", () => {
    expect(readRequestedSecrets(`[${body.replace("\n", ",\n")}]`)).toEqual(secrets);
  });

  it("show 'n/m set'", () => {
    expect(secretsProgress(secrets, ["MAIL_KEY", "OTHER"])).toEqual({
      set: 1,
      total: 2,
      isPartial: true,
      label: "1/2 set",
    });
    expect(secretsProgress(secrets, []).isPartial).toBe(false);
  });

  it("need every value, trimmed; a stored one may stay", () => {
    expect(filledSecrets(secrets, { STRIPE_KEY: "sk", MAIL_KEY: "   " }, [])).toBeUndefined();
    expect(filledSecrets(secrets, { STRIPE_KEY: " sk " }, ["MAIL_KEY"])).toEqual([{ key: "STRIPE_KEY", value: "sk" }]);
    expect(filledSecrets(secrets, {}, ["MAIL_KEY", "STRIPE_KEY"])).toBeUndefined();
  });
});
