import "server-only";
import type { Code } from "../../facts/code";
import type { Detector } from "../../detector";

/** Variables set by the runtime itself. */
const given = new Set(["NODE_ENV", "PORT", "APP_URL", "APP_ID", "DENO_DEPLOYMENT_ID"]);

/**
 * A function that reads a secret which the app does not declare, without a default. Checked only when the declared
 * secrets are known.
 */
export const undeclaredSecret: Detector = {
  name: "undeclared-secret",
  severity: "warning",
  detect: ({ codes, knowledge: { secrets } }) =>
    secrets
      ? codes
          .filter(({ path, isBroken }) => path.startsWith("functions/") && !isBroken)
          .flatMap((code) =>
            code
              .fact(readsIn)
              .filter(({ name }) => !secrets.includes(name) && !given.has(name))
              .map(({ name, start }) => ({ path: code.path, start, message: `The secret ${name} is not set` })),
          )
      : [],
};

function readsIn({ content }: Code): { name: string; start: number }[] {
  const found = [
    ...content.matchAll(
      /\bDeno\.env\.get\(\s*["'`]([A-Za-z_]\w*)["'`]\s*\)(?!\s*(?:\?\?|\|\|))|\bprocess\.env\.([A-Za-z_]\w*)|\bprocess\.env\[\s*["'`]([A-Za-z_]\w*)["'`]\s*\]/g,
    ),
  ];
  return found.map((one) => ({ name: one[1] ?? one[2] ?? one[3]!, start: one.index }));
}
