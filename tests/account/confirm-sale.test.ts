import { describe, expect, it } from "vitest";
import { confirmSale, pollAccount } from "@/features/account/confirm-sale";
import { afterSignIn, deviceWords, mustVerifyEmail } from "@/features/account/rules";

const unknownYet = new Error("401");
const isUnknownYet = (error: unknown) => error === unknownYet;

/** Runs a claim that succeeds at the given try, and tells how long it waited before each. */
async function run(succeedsAt: number) {
  const waits: number[] = [];
  let tries = 0;
  const claim = () => {
    tries += 1;
    return tries >= succeedsAt ? Promise.resolve() : Promise.reject(unknownYet);
  };
  const wait = (ms: number) => (waits.push(ms), Promise.resolve());
  return { isClaimed: await confirmSale(claim, isUnknownYet, wait), tries, waits };
}

describe("Account creation with a sale_id (1-platform.md §7, §9)", () => {
  it.each([
    ["waits 3 s before the first try", 1, { isClaimed: true, tries: 1, waits: [3_000] }],
    ["tries again 4 s later", 3, { isClaimed: true, tries: 3, waits: [3_000, 4_000, 4_000] }],
    ["succeeds at the seventh try", 7, { isClaimed: true, tries: 7, waits: [3_000, ...Array<number>(6).fill(4_000)] }],
    ["gives up after seven", 8, { isClaimed: false, tries: 7, waits: [3_000, ...Array<number>(6).fill(4_000)] }],
  ])("%s", async (_name, succeedsAt, expected) => expect(await run(succeedsAt)).toEqual(expected));

  it("does not try again after any other failure", async () => {
    const failing = confirmSale(
      () => Promise.reject(new Error("500")),
      isUnknownYet,
      () => Promise.resolve(),
    );
    await expect(failing).rejects.toThrow("500");
  });
});

describe("The poll after a payment (2-builder.md §9)", () => {
  const poll = async (doneAt: number, failsAt = 0) => {
    const waits: number[] = [];
    let tries = 0;
    const fetch = () => ((tries += 1) === failsAt ? Promise.reject(new Error("offline")) : Promise.resolve(tries));
    const isDone = await pollAccount(
      fetch,
      (count) => count >= doneAt,
      (ms) => (waits.push(ms), Promise.resolve()),
    );
    return { isDone, tries, waits: waits.length, each: waits[0] };
  };

  it.each([
    ["is over at once when the payment is there", [1], { isDone: true, tries: 1, waits: 0, each: undefined }],
    ["asks every 4 s", [4], { isDone: true, tries: 4, waits: 3, each: 4_000 }],
    ["ends after 15 tries", [99], { isDone: false, tries: 15, waits: 14, each: 4_000 }],
    ["goes on after a failure", [3, 2], { isDone: true, tries: 3, waits: 2, each: 4_000 }],
  ] as const)("%s", async (_name, [doneAt, failsAt], expected) =>
    expect(await poll(doneAt, failsAt)).toEqual(expected),
  );
});

describe("After a sign-in", () => {
  it.each([
    ["", "/home"],
    ["redirectTo=/build/app/a1%3Fx%3D1", "/build/app/a1?x=1"],
    ["redirectTo=https://evil.example", "/home"],
    ["redirectTo=/logout", "/home"],
    ["goto=upgrade_app_plan", "/home?goto=upgrade_app_plan"],
    ["appId=a1&goto=upgrade_app_plan", "/build/app/a1?goto=upgrade_app_plan"],
    ["appId=../logout", "/build/app/..%2Flogout"],
  ])("?%s leads to %s", (query, target) =>
    expect(afterSignIn(new URLSearchParams(query), "https://joinery.example")).toBe(target),
  );
});

describe("An unverified address", () => {
  const [never, once] = [null, new Date()];
  it.each([
    [{ isAdmin: false, emailVerifiedAt: never }, "on", true],
    [{ isAdmin: false, emailVerifiedAt: once }, "on", false],
    [{ isAdmin: true, emailVerifiedAt: never }, "on", false],
    [{ isAdmin: false, emailVerifiedAt: never }, "off", false],
  ] as const)("%o with EMAIL_VERIFICATION=%s is waited for: %s", (account, setting, expected) =>
    expect(mustVerifyEmail(account, setting)).toBe(expected),
  );
});

describe("A device in words", () => {
  it.each([
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
      "Chrome on Linux",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15",
      "Safari on macOS",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140 Mobile Safari/604.1",
      "Chrome on iPhone",
    ],
    ["Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", "Firefox on Android"],
    ["curl/8.5.0", "curl"],
    ["<script>alert(1)</script>", "Unknown device"],
    ["", "Unknown device"],
  ])("%s", (agent, words) => expect(deviceWords(agent)).toBe(words));
});
