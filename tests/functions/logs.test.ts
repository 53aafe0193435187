import { describe, expect, it } from "vitest";
import { AppLog } from "@/engines/functions/logs";

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
