import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, it } from "vitest";
import { SecretsDialog } from "@/features/secrets/ui/SecretsDialog";
import { showWith } from "../support/show";
import { World } from "../support/world";

// "Secret update or delete without provider: 'Secrets provider not initialized or app ID not available'" (2-builder.md §8).

let world: World;
let admin: Awaited<ReturnType<World["signUp"]>>;
let appId: string;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  admin = await world.signUp(); // The first account is the admin.
  ({ appId } = await admin.api.apps.create({ name: "Shop" }));
  await admin.api.secrets.update({ appId, secrets: [{ key: "MAIL_KEY", value: "x", instructions: "" }] });
  showWith(admin.api, <SecretsDialog appId={appId} onClose={() => undefined} />);
  await screen.findByLabelText("Value of MAIL_KEY");
  await admin.api.apps.delete({ appId });
});
afterEach(cleanup);

const noProvider = "Secrets provider not initialized or app ID not available";

it("a secret that is saved after its app is gone says that the provider is not there", async () => {
  fireEvent.change(screen.getByLabelText("Value of MAIL_KEY"), { target: { value: "new" } });
  fireEvent.click(screen.getByText("Save").closest("button")!);
  await screen.findByText(noProvider);
});

it("a secret that is deleted after its app is gone says so, too, and stays in the list", async () => {
  fireEvent.click(screen.getByLabelText("Delete MAIL_KEY"));
  fireEvent.click(screen.getByText("Delete secret"));
  await screen.findByText(noProvider);
  screen.getByLabelText("Value of MAIL_KEY");
});
