import { cleanup, fireEvent, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { account } from "@/db/schema";
import { PasswordSettings } from "@/features/account/ui/PasswordSettings";
import { mailsTo } from "../support/outbox";
import { showWith } from "../support/show";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
afterEach(cleanup);

it("offers whoever came by a company's provider to set a password, by a mail", async () => {
  const ada = await world.signUp("ada@example.com");
  await world.db.update(account).set({ passwordHash: "" });
  const caller = world.as({ kind: "account", account: { ...ada.account, passwordHash: "" }, token: ada.token });
  const { hasPassword } = await caller.account.current();
  const page = showWith(caller, <PasswordSettings email="ada@example.com" hasPassword={hasPassword} />);
  expect(page.queryByLabelText("Current password")).toBeNull();
  fireEvent.click(page.getByRole("button", { name: "Set a password" }));
  await waitFor(() => expect(page.getByRole("status").textContent).toContain("on its way to ada@example.com"));
  expect((await mailsTo(world, "ada@example.com")).at(-1)!.subject).toContain("Reset your password");
});
