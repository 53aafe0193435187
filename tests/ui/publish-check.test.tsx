import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "@/db/schema";
import { mintOwnedApp } from "@/db/scope";
import { PublishCheck } from "@/features/validation/ui/PublishCheck";
import { writeVersion } from "@/features/versions/store";
import { showWith } from "../support/show";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const deal = (read: string) => ({
  path: "entities/Deal.json",
  content: JSON.stringify({
    name: "Deal",
    type: "object",
    properties: { title: { type: "string" } },
    "x-accessControl": { permissions: { read, write: "creator" } },
  }),
});
const page = { path: "pages/Home.jsx", content: "export default function Home() {\n  return <p>{missing}</p>;\n}\n" };

async function show(now: { path: string; content: string }[]) {
  const { api } = await world.signUp();
  const { appId } = await api.apps.create({ name: "Tested" });
  const scope = mintOwnedApp(world.db, appId);
  const published = await writeVersion(scope, { kind: "edit" }, () => [deal("creator")]);
  await world.db.update(app).set({ publishedVersionId: published!.version.id }).where(eq(app.id, appId));
  await writeVersion(scope, { kind: "edit" }, () => now);
  const onChange = vi.fn<(isAllowed: boolean) => void>();
  showWith(api, <PublishCheck appId={appId} onChange={onChange} />);
  return onChange;
}

describe("before a publish", () => {
  it("warns of errors, and lets publish all the same", async () => {
    const onChange = await show([deal("creator"), page]);
    await screen.findByText("1 error in this app");
    expect(screen.getByText("pages/Home.jsx:2 missing is neither declared nor imported")).toBeTruthy();
    expect(onChange).toHaveBeenLastCalledWith(true);
  });

  it("blocks access that became wider than in the published version until that is agreed to", async () => {
    const onChange = await show([deal("anonymous")]);
    await screen.findByText("More people get access");
    expect(screen.getByText("Creator → Anonymous")).toBeTruthy();
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(false));
    await userEvent.click(screen.getByLabelText("Publish with the wider access"));
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(true));
  });
});
