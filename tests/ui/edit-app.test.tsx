import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { EditApp } from "@/features/apps/ui/EditApp";
import { showWith } from "../support/show";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

it("chooses an app's icon and color by arrow keys, each list being one tab stop", async () => {
  const { api } = await world.signUp();
  const { appId } = await api.apps.create({ name: "Bees" });
  const [app] = (await api.apps.search({})).items;
  const closed = vi.fn();
  showWith(api, <EditApp app={app!} onClose={closed} />);
  const stops = () => screen.getAllByRole("radio").filter((one) => one.tabIndex === 0);
  await waitFor(() => expect(stops()).toHaveLength(2));
  const [icon, tone] = stops() as [HTMLElement, HTMLElement];
  expect(icon.getAttribute("aria-label")).toBe("apps");
  icon.focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("address book");
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
  const last = document.activeElement!.getAttribute("aria-label")!;
  expect(last).not.toBe("apps");
  await userEvent.tab();
  expect(document.activeElement).toBe(tone);
  await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", false));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect((await api.apps.get({ appId })).icon.name).toBe(last.replaceAll(" ", "-"));
});
