import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import type { Action } from "@/engines/protocol/schema";
import { ChatContext } from "@/features/chat/ui/chat-context";
import { ImportEntities } from "@/features/chat/ui/ImportEntities";
import { insertTurn, updateMessage } from "@/features/turns/store";
import { headFiles, writeVersion } from "@/features/versions/store";
import { noPlans, showWith } from "../support/show";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

const entity = (name: string, field: string) => ({
  path: `entities/${name}.json`,
  content: JSON.stringify({ name, type: "object", properties: { [field]: { type: "string" } } }),
});

/** An app with a Contact, another one with a Contact and a Deal, and the assistant's wish to reuse them. */
async function wish(content: (from: string) => string) {
  const { api } = await world.signUp();
  const { appId: from } = await api.apps.create({ name: "Customers" });
  const { appId } = await api.apps.create({ name: "Shop" });
  const owned = mintOwnedApp(world.db, appId);
  await writeVersion(mintOwnedApp(world.db, from), { kind: "edit" }, () => [
    entity("Contact", "email"),
    entity("Deal", "title"),
  ]);
  await writeVersion(owned, { kind: "edit" }, () => [entity("Contact", "name")]);
  const action: Action = {
    id: "a1",
    type: "import_entities",
    title: "Reuse customers",
    file: "",
    content: content(from),
    isComplete: true,
    isTruncated: false,
  };
  await insertTurn(owned, [{ type: "text", text: "Reuse my customers" }], {});
  const answer = (await api.chat.messages({ appId })).at(-1)!;
  await updateMessage(owned, answer.id, { parts: [{ type: "data-action", id: action.id, data: action }] });
  return { api, appId, action, messageId: answer.id, files: async () => (await headFiles(owned)).files };
}

describe("Entities to reuse", () => {
  it("are named with what they replace, and copied when the owner says so", async () => {
    const { api, appId, action, messageId, files } = await wish(
      (from) => `{"appId":"${from}","entity":"Contact"}\n{"appId":"${from}","entity":"Deal"}`,
    );
    showWith(
      api,
      <ChatContext
        value={{
          appId,
          isAdmin: false,
          isBusy: false,
          say: () => undefined,
          resend: () => Promise.resolve(true),
          plans: noPlans,
        }}
      >
        <ImportEntities action={action} message={{ id: messageId, role: "assistant", parts: [], metadata: {} }} />
      </ChatContext>,
    );
    expect((await screen.findByText(/It replaces the table of this name/)).textContent).toContain(
      "Contact from Customers",
    );
    expect(screen.getByText("Deal").parentElement!.textContent).toBe("Deal from Customers");
    await userEvent.click(screen.getByRole("button", { name: "Import tables" }));
    await screen.findByText("Imported");
    expect(await files()).toEqual([entity("Contact", "email"), entity("Deal", "title")]);
    expect(screen.queryByText(/It replaces/)).toBeNull();
  });

  it.each([
    ["an item that is none", '[{"appId":"x"}]'],
    ["a name that is a path", '[{"appId":"x","entity":"../Home"}]'],
    ["no list", "Contact"],
  ])("are refused with %s", async (_name, content) => {
    const { api, appId, messageId, files } = await wish(() => content);
    await expect(api.chat.confirmImport({ appId, messageId, actionId: "a1" })).rejects.toMatchObject({
      reason: "import-unreadable",
    });
    expect(await files()).toEqual([entity("Contact", "name")]);
  });
});
