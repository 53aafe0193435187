import { describe, expect, it } from "vitest";
import { AppLog } from "@/engines/functions/logs";
import { AppSupervisor } from "@/engines/functions/supervise";

const key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqh\nkiG9w0BAQEFAASCBK\n-----END PRIVATE KEY-----\n";

describe("The log of an app's functions", () => {
  it.each([
    ["as it is", key, key],
    ["as part of JSON", key, JSON.stringify({ key })],
    ["by one of its lines", key, "at byte 3 of kiG9w0BAQEFAASCBK"],
    ["with Windows' line ends", key.replaceAll("\n", "\r\n"), key],
    ["with quotes, as part of JSON", 'say "open" \\ now', JSON.stringify(['say "open" \\ now'])],
  ])("does not show a secret %s", (_name, secret, text) => {
    const appLog = new AppLog();
    appLog.hide({ KEY: secret });
    const shown = appLog.redact(text);
    expect(shown).toContain("•••");
    expect(shown).not.toMatch(/kiG9w0|MIIEv|open/);
  });

  it("shows what is too short to be told from other words", () => {
    const appLog = new AppLog();
    appLog.hide({ PORT: "1", ON: "true", LIST: "a\nb\nc\nd" });
    expect(appLog.redact("true or 1 of a")).toBe("true or 1 of a");
  });
});

describe("What is kept of an app without a process", () => {
  const later = (ms: number) => Date.now() + ms;

  it("is forgotten after minutes when it said nothing, after an hour when it did, and not while its log is followed", () => {
    const silent = new AppSupervisor(() => undefined);
    const heard = new AppSupervisor(() => undefined);
    heard.log.add("log", "words");
    expect([silent, heard].map((one) => one.isForgotten(later(6 * 60_000)))).toEqual([true, false]);
    expect(heard.isForgotten(later(61 * 60_000))).toBe(true);
    const leave = heard.log.follow(() => undefined);
    expect(heard.isForgotten(later(61 * 60_000))).toBe(false);
    leave();
  });

  it("ends what followed its news", () => {
    let following = 0;
    const one = new AppSupervisor(() => undefined);
    const begin = () => {
      following += 1;
      return () => void (following -= 1);
    };
    one.keep(begin);
    one.keep(begin);
    expect(following).toBe(1);
    one.stop();
    expect(following).toBe(0);
  });
});
