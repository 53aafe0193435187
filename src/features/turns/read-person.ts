import "server-only";
import { eq } from "drizzle-orm";
import { account } from "@/db/schema/account";
import type { OwnedApp } from "@/db/scope";
import type { Person } from "@/engines/model/schema";
import { ownedByServer } from "@/api/gates";
import { listApps } from "@/features/apps/store";
import { headFiles } from "@/features/versions/store";

/** Limit of apps that a message is taken to name. */
const namedMax = 5;

/**
 * Context for the offline builder: whether who wrote the message is an admin, and their other apps, whose tables they
 * could reuse. Never those of somebody else who builds this app.
 */
export async function readPerson({ db, appId }: OwnedApp, accountId: string, message: string): Promise<Person> {
  const [[author], apps] = await Promise.all([
    db.select({ isAdmin: account.isAdmin }).from(account).where(eq(account.id, accountId)),
    listApps(db, accountId),
  ]);
  const said = plain(message);
  const others = apps.filter(({ id }) => id !== appId);
  const named = new Set(others.filter(({ name }) => said.includes(plain(name))).slice(0, namedMax));
  return {
    isAdmin: author?.isAdmin ?? false,
    apps: await Promise.all(
      others.map(async (other) => ({
        appId: other.id,
        name: other.name,
        entities: named.has(other) ? await entitiesOf(ownedByServer(db, other.id)) : [],
      })),
    ),
  };
}

/** "My CRM" is named by "import contacts from my CRM app", and by "CRM" alone. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/\b(?:the|my|our|app)\b/g, " ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

async function entitiesOf(scope: OwnedApp): Promise<string[]> {
  const { files } = await headFiles(scope);
  return files.flatMap(({ path }) => /^entities\/(\w+)\.json$/.exec(path)?.[1] ?? []);
}
