import { describe, expect, it } from "vitest";
import { runTurn } from "@/features/turns/run";
import { mortal } from "../support/mortal";
import { turnEnds } from "../support/turns";
import { restartTurns, type TurnProcess, withModel } from "../support/with-model";
import type { World } from "../support/world";

let world: World;
let turns: TurnProcess;
withModel((opened) => ({ world, turns } = opened), { MODEL_PROVIDER: "offline" });

describe("A process that is killed at any step of an undo", () => {
  it("leaves an undo that the next one ends, and never does again what was taken back", async () => {
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "CRM" });
    const files = async () =>
      Object.fromEntries(
        (await api.files.list({ appId }))
          .map((file) => [file.path, file.content] as const)
          .sort(([one], [other]) => one.localeCompare(other)),
      );
    const say = async (content: string) => {
      turns.run = runTurn;
      await api.chat.send({ appId, content });
      await turnEnds(api, appId);
      return (await api.chat.messages({ appId })).at(-1)!;
    };
    await say("a crm with contacts (name, email, status: lead/won/lost) and deals (title, amount)");
    const first = await files();
    await say("rename contacts to people and make the header dark green");
    const second = await files();
    const states = new Set<string>();
    let points = 1;
    for (let hasDied = true; hasDied; points += 5) {
      const at = points;
      const ended = new Promise<boolean>((resolve) => {
        turns.run = async (platform, ...ids) => {
          const process = mortal(platform, at);
          await runTurn(process.platform, ...ids).catch(() => undefined);
          resolve(process.isDead());
        };
      });
      await api.chat.send({ appId, content: "undo that" });
      hasDied = await ended;
      await restartTurns({ world, turns });
      await turnEnds(api, appId);
      const after = await files();
      const state = [first, second].findIndex((one) => JSON.stringify(one) === JSON.stringify(after));
      states.add(["undone", "as before", "half"].at(state)!);
      if (state !== 0) {
        await say("undo");
        expect([at, await files()]).toEqual([at, first]);
      }
      // As it was before the undo, by the way that a person has: the version of the second message.
      await say("rename contacts to people and make the header dark green");
      expect([at, await files()]).toEqual([at, second]);
    }
    expect(states).toEqual(new Set(["undone", "as before", "half"]));
  }, 240_000);
});
