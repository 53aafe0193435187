import { z } from "zod";

/** Looks every ten minutes at domains whose DNS was not ready yet, for a week. */
export const domainCheckJob = "domain-check";
export const domainCheckCron = "*/10 * * * *";
export const pendingDays = 7;

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** "https://Shop.Example.com/" → "shop.example.com", "münchen.de" → "xn--mnchen-3ya.de". "" where it is no host name. */
function hostOf(text: string): string {
  const address = `http://${text.trim().replace(/^https?:\/\//i, "")}`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, "") : "";
}

export const domainNameSchema = z
  .string()
  .max(300)
  .transform(hostOf)
  .refine(
    (name) => {
      const labels = name.split(".");
      const isAddress = /^\d+$/.test(labels.at(-1)!);
      return name.length <= 253 && labels.length > 1 && !isAddress && labels.every((part) => label.test(part));
    },
    { error: "Enter a domain, such as shop.example.com" },
  );

/** A line that the owner enters where their domain is managed. Either of the kinds CNAME and TXT proves it. */
export type DnsRecord = { type: "CNAME" | "TXT"; host: string; value: string };

export type DomainView = {
  name: string;
  state: "pending" | "verified";
  /** Where the app is found once it is verified. */
  url: string;
  problem: string | null;
  checkedAt: string | null;
  records: DnsRecord[];
};
