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
 * Context for the offline builder: whether the person is an admin, and the other apps whose tables they could reuse.
 */
export async function readPerson({ db, appId }: OwnedApp, ownerId: string, message: string): Promise<Person> {
  const [[owner], apps] = await Promise.all([
    db.select({ isAdmin: account.isAdmin }).from(account).where(eq(account.id, ownerId)),
    listApps(db, ownerId),
  ]);
  const said = plain(message);
  const others = apps.filter(({ id }) => id !== appId);
  const named = new Set(others.filter(({ name }) => said.includes(plain(name))).slice(0, namedMax));
  return {
    isAdmin: owner?.isAdmin ?? false,
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
