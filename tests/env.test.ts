import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { envSchema, parseEnv } from "@/engines/env";

const names = Object.keys(envSchema.shape);

describe("Configuration by environment (design §7)", () => {
  it("every variable stands in .env.example and in the README, and no other does", () => {
    const example = readFileSync(".env.example", "utf8");
    const readme = readFileSync("README.md", "utf8");
    const inExample = [...example.matchAll(/^#?\s*([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]!);
    expect([...new Set(inExample)].sort()).toEqual([...names].sort());
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it("every variable is read somewhere", () => {
    const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && path !== "engines/env.ts")
      .map((path) => readFileSync(join("src", path), "utf8"))
      .join("\n");
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
  });

  it("starts with nothing set", () => {
    expect(parseEnv({})).toMatchObject({
      PORT: 3000,
      DATA_DIR: "./.data",
      APP_URL: "http://localhost:3000",
      APPS_DOMAIN: "localhost",
      MODEL_PROVIDER: "offline",
      LOG_LEVEL: "info",
    });
  });

  it("takes the port into the default address, and an empty string as unset", () => {
    const settings = parseEnv({ PORT: "4000", DATABASE_URL: "", APP_URL: "" });
    expect([settings.PORT, settings.APP_URL, settings.DATABASE_URL]).toEqual([
      4000,
      "http://localhost:4000",
      undefined,
    ]);
  });

  it("names every wrong variable at once", () => {
    expect(() => parseEnv({ PORT: "http", MODEL_PROVIDER: "gpt" })).toThrow(/PORT[\s\S]*MODEL_PROVIDER/);
  });
});
