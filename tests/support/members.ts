import { sql } from "drizzle-orm";
import { goodPassword, type World } from "./world";

type Joined = { token: string; user: { id: string; email: string; role: string } };

/** Joins a published app by an invitation, like a person. */
export async function joinApp(
  world: World,
  owner: Awaited<ReturnType<World["signUp"]>>,
  appId: string,
  email = "m@example.com",
  role: "user" | "admin" = "user",
): Promise<Joined> {
  const { url } = await owner.api.members.invite({ appId, role });
  const invitation = new URL(url).hash.slice(1);
  const answer = await world.rest(`POST /api/apps/${appId}/sign-up`, {
    host: new URL(url).host,
    body: { email, password: goodPassword, invitation },
  });
  if (answer.status !== 200) throw new Error(`${email} could not join: ${JSON.stringify(answer.body)}`);
  return answer.body as Joined;
}

/**
 * Opens an app to the public: published under its own domain, with sign-up on. Inserts the publication directly, since
 * its pages do not matter.
 * @returns the app's host
 */
export async function openToStrangers(
  world: World,
  owner: Awaited<ReturnType<World["signUp"]>>,
  appId: string,
  domain = `${appId}.test`,
): Promise<string> {
  await world.db.execute(sql`update app set published_version_id = head_version_id where id = ${appId}`);
  await owner.api.domains.set({ appId, name: domain });
  await owner.api.members.setSignup({ appId, isSignupEnabled: true });
  return `${domain}:3000`;
}
