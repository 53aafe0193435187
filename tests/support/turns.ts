/** The part of the caller that is used here. */
type Chat = { chat: { turn(input: { appId: string }): Promise<unknown> } };

/** Waits until no turn runs in the app; the test's own timeout applies. */
export async function turnEnds(api: Chat, appId: string): Promise<void> {
  while (await api.chat.turn({ appId })) await new Promise((resolve) => setTimeout(resolve, 20));
}
