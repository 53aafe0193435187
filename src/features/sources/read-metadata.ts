import { AppError } from "@/errors";
import { providerIdSchema } from "@/features/integrations/schema";
import { pageAddress } from "./page-address";
import type { ItemMetadata } from "./schema";

type Described = {
  name: string;
  type: string;
  source: ItemMetadata["source"];
  provider: string | null;
  externalFileId: string | null;
  externalFileUrl: string | null;
  providerItemId: string | null;
};

/** What a client says of a document elsewhere, as an item to be. @throws invalid-input for what cannot be fetched */
export function readMetadata({ source, ...given }: ItemMetadata): Described {
  const { externalFileId = null, externalFileUrl = null, providerItemId = null, provider = null } = given;
  if (source !== "web_scraper") {
    const isKnown = providerIdSchema.safeParse(provider).success && externalFileId !== null;
    if (!isKnown)
      throw new AppError(
        "invalid-input",
        undefined,
        "Say which document of which provider (google_drive, notion) it is",
      );
    const { name = "Untitled", type = "unrecognized" } = given;
    return { name, type, source, provider, externalFileId, externalFileUrl, providerItemId };
  }
  const url = externalFileUrl && pageAddress(externalFileUrl, externalFileUrl);
  if (!url) throw new AppError("invalid-input", undefined, "Enter the address of a page, such as https://example.com");
  const { host, pathname } = new URL(url);
  const name = given.name ?? `${host}${pathname === "/" ? "" : pathname}`.slice(0, 200);
  return { name, type: "web_page", source, provider, externalFileId, externalFileUrl: url, providerItemId };
}
