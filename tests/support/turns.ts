/** The part of a caller that is asked here. */
type Chat = { chat: { turn(input: { appId: string }): Promise<unknown> } };

/** Waits until no turn runs in the app. How long that may take is for the test's own limit to say: a machine may be slow. */
export async function turnEnds(api: Chat, appId: string): Promise<void> {
  while (await api.chat.turn({ appId })) await new Promise((resolve) => setTimeout(resolve, 20));
}
