import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSealer } from "@/engines/sealing";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "joinery-key-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openSealer({ SECRETS_KEY: undefined, DATA_DIR: folder });

describe("The key of the secrets", () => {
  it("is made whole at the first start, for its owner alone, and opens what it sealed at the next", () => {
    const sealed = open().seal("words", "app:KEY");
    expect(readdirSync(folder)).toEqual(["secrets.key"]);
    expect(readFileSync(join(folder, "secrets.key"), "utf8")).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(join(folder, "secrets.key")).mode & 0o777).toBe(0o600);
    expect(open().open(sealed, "app:KEY")).toBe("words");
  });

  it.each(["", "abc", "g".repeat(64)])(
    "is refused when its file holds %j: sealing with it would lose every secret",
    (content) => {
      writeFileSync(join(folder, "secrets.key"), content);
      expect(open).toThrow(/is not a key: it must hold 64 hexadecimal characters/);
    },
  );
});
