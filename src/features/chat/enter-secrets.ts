import type { z } from "zod";
import { readItems } from "@/engines/protocol/records";
import { requestedSecretSchema } from "@/features/turns/schema";

/** One secret that the assistant asks for. */
export type RequestedSecret = z.infer<typeof requestedSecretSchema>;

/** Reads the body of a `request_secrets` action. */
export function readRequestedSecrets(content: string): RequestedSecret[] {
  const found = readItems(content).items.flatMap((item) => requestedSecretSchema.safeParse(item).data ?? []);
  return [...new Map(found.map((secret) => [secret.secretName, secret])).values()];
}

export const secretTexts = {
  required: "Secret values required",
  requiredDetail: "Please enter values for all secrets",
  failed: "Failed to set secrets",
  failedDetail: "An error occurred while setting the secrets",
};

/** "Secrets follow-up message is sent after 500 ms" (2-builder.md §9). */
export const secretsFollowUpDelayMs = 500;

export const secretsFollowUp = (names: string[]): string =>
  `I have set the ${names.length === 1 ? "secret" : "secrets"} ${names.join(", ")}. Please continue.`;

/** 'n/m set' while some are set and some are not (2-builder.md §4). */
export function secretsProgress(
  secrets: RequestedSecret[],
  storedKeys: string[],
): { set: number; total: number; isPartial: boolean; label: string } {
  const set = secrets.filter(({ secretName }) => storedKeys.includes(secretName)).length;
  return {
    set,
    total: secrets.length,
    isPartial: set > 0 && set < secrets.length,
    label: `${set}/${secrets.length} set`,
  };
}

/** "All values non-empty after trimming" (2-builder.md §5). A secret that is set already may be left as it is. */
export function filledSecrets(
  secrets: RequestedSecret[],
  values: Record<string, string>,
  storedKeys: string[],
): { key: string; value: string }[] | undefined {
  const entries = secrets.map(({ secretName }) => ({ key: secretName, value: (values[secretName] ?? "").trim() }));
  const isComplete = entries.every(({ key, value }) => value !== "" || storedKeys.includes(key));
  const filled = entries.filter(({ value }) => value !== "");
  return isComplete && filled.length > 0 ? filled : undefined;
}
