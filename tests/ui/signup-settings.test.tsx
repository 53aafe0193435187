import { screen } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SignupSettings } from "@/features/members/ui/SignupSettings";
import { saveMemberSettings } from "@/features/members/store";
import { ownedByServer } from "@/api/gates";
import { showWith } from "../support/show";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

it("shows sign-up that a first message asked for as on, and when it takes effect", async () => {
  const { api } = await world.signUp();
  const { appId } = await api.apps.create({ name: "Clinic" });
  await saveMemberSettings(ownedByServer(world.db, appId), { isSignupEnabled: true });
  showWith(api, <SignupSettings appId={appId} />);
  await screen.findByText(
    /It takes effect once the app is published under a domain of its own\./,
    {},
    { timeout: 8_000 },
  );
  expect(document.querySelector<HTMLInputElement>("[role=switch]")!.checked).toBe(true);
  // Nothing is missing yet: nobody can sign up.
  expect(document.querySelectorAll("[aria-invalid=true]")).toHaveLength(0);
});
