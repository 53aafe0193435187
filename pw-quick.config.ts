import base from "./playwright.config";
export default { ...base, testDir: "tests/e2e", timeout: 150_000, expect: { timeout: 20_000 } };
