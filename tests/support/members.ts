import { goodPassword, type World } from "./world";

type Joined = { token: string; user: { id: string; email: string; role: string } };

/** Becomes a member of a published app as people do: by the link of an invitation. */
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
