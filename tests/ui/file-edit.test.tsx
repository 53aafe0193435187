import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { flushEdits } from "@/features/files/edit-session";
import { dropAllKept } from "@/ui/kept";
import { useFileEdit } from "@/features/files/ui/use-file-edit";
import { trpc } from "@/api/client";
import { writeVersion } from "@/features/versions/store";
import { showWith } from "../support/show";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(async () => {
  window.localStorage.clear();
  await world.reset();
});

const path = "pages/A.jsx";

/** The editing of one file without its editor: a plain field. */
function Field({ appId }: { appId: string }) {
  const file = trpc.files.list
    .useQuery({ appId }, { refetchOnMount: "always", gcTime: 0 })
    .data?.find((one) => one.path === path);
  return file ? <Edit appId={appId} file={file} /> : null;
}

function Edit({ appId, file }: { appId: string; file: Parameters<typeof useFileEdit>[1] }) {
  const { state, dispatch } = useFileEdit(appId, file, true);
  return (
    <>
      <textarea
        aria-label="code"
        value={state.text}
        onChange={(event) => dispatch({ type: "edit", text: event.currentTarget.value })}
      />
      <p role="status">
        {state.conflict
          ? `theirs: ${state.conflict.theirs}`
          : state.restoredOver === undefined
            ? state.status
            : "restored"}
      </p>
    </>
  );
}

async function start() {
  const admin = await world.signUp();
  const { appId } = await admin.api.apps.create({ name: "App" });
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [{ path, content: "one" }]);
  const save = (content: string) => admin.api.files.update({ appId, file: { id: path, content } });
  const saved = async () => (await admin.api.files.list({ appId }))[0]!.content;
  return {
    api: admin.api,
    appId,
    save,
    saved,
    open: () => showWith(admin.api, <Field appId={appId} />),
    close: cleanup,
  };
}

const type = async (value: string) => fireEvent.change(await screen.findByLabelText("code"), { target: { value } });
const kept = () => Object.keys(window.localStorage).filter((key) => key.startsWith("joinery.edit."));

describe("The editing of a file", () => {
  it("saves what is typed when its editor goes, and then keeps nothing of it in the browser", async () => {
    const { open, close, saved, save } = await start();
    open();
    await type("mine");
    expect(kept()).toHaveLength(1);
    close();
    await vi.waitFor(async () => expect(await saved()).toBe("mine"));
    await vi.waitFor(() => expect(kept()).toEqual([]));
    await save("the assistant's");
    open();
    await waitFor(async () => expect(await screen.findByLabelText("code")).toHaveProperty("value", "the assistant's"));
  });

  it("saves what was typed while a save was on its way, also when its editor goes", async () => {
    const { appId, open, close, saved } = await start();
    open();
    await type("first");
    const flushed = flushEdits(appId);
    await type("first and second");
    close();
    expect(await flushed).toBe(true);
    expect(await saved()).toBe("first and second");
  });

  it("shows both texts when a kept edit meets a newer file, and overwrites nothing", async () => {
    const { appId, open, save, saved } = await start();
    await save("theirs");
    window.localStorage.setItem(
      `joinery.edit.${appId}.${path}`,
      JSON.stringify({ text: "mine", baseHash: "of one", sent: [] }),
    );
    open();
    expect((await screen.findByRole("status")).textContent).toBe("theirs: theirs");
    expect(await flushEdits(appId)).toBe(false);
    // Typed before the decision: it waits for it, too.
    await type("mine, and more");
    expect(await flushEdits(appId)).toBe(false);
    expect(await saved()).toBe("theirs");
    expect(kept()).toHaveLength(1);
  });

  it("asks at the next opening about a save that was refused after its editor had gone", async () => {
    const { appId, open, close, save, saved } = await start();
    open();
    await type("mine");
    await save("theirs");
    close();
    expect(await flushEdits(appId)).toBe(false);
    open();
    await waitFor(async () => expect((await screen.findByRole("status")).textContent).toBe("theirs: theirs"));
    expect(await saved()).toBe("theirs");
  });

  it("leaves another tab's kept edit alone while nothing is typed here", async () => {
    const { appId, open, close } = await start();
    open();
    await screen.findByLabelText("code");
    window.localStorage.setItem(
      `joinery.edit.${appId}.${path}`,
      JSON.stringify({ text: "another tab's", baseHash: "x", sent: [] }),
    );
    close();
    expect(kept()).toHaveLength(1);
  });

  it("leaves nothing in the browser of who signs out", () => {
    window.localStorage.setItem("joinery.edit.app.pages/A.jsx", "{}");
    window.localStorage.setItem("other.product", "1");
    dropAllKept();
    expect(Object.keys(window.localStorage)).toEqual(["other.product"]);
  });
});
