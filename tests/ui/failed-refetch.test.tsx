import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { focusManager } from "@tanstack/react-query";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SecretsDialog } from "@/features/secrets/ui/SecretsDialog";
import { showWith } from "../support/show";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

it("What is typed in a panel stays when what it shows cannot be read once more", async () => {
  const { api } = await world.signUp();
  const { appId } = await api.apps.create({ name: "App" });
  let asked = 0;
  const list = (input: { appId: string }) => {
    asked += 1;
    return asked > 1 ? Promise.reject(new Error("offline")) : api.secrets.list(input);
  };
  showWith({ secrets: { list } }, <SecretsDialog appId={appId} wanted={["KEY"]} onClose={() => undefined} />);
  const value = await screen.findByLabelText("Value of KEY");
  await userEvent.type(value, "typed");
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  await waitFor(() => expect(asked).toBe(2));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(value.isConnected).toBe(true);
});
