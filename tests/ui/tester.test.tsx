import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { TesterToolbar } from "@/features/validation/ui/TesterToolbar";
import { writeVersion } from "@/features/versions/store";
import { showWith } from "../support/show";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(async () => {
  localStorage.clear();
  await world.reset();
});

async function show(files: { path: string; content: string }[]) {
  const { api } = await world.signUp();
  const { appId } = await api.apps.create({ name: "Tested" });
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "edit" }, () => files);
  showWith(api, <TesterToolbar appId={appId} />);
  await waitFor(() => expect(screen.getByRole("button", { name: "Validate" })).toHaveProperty("disabled", false));
  return { api, appId };
}

const faulty = [
  {
    path: "pages/Home.jsx",
    content:
      "export default function Home() {\n  const [a] = useState(1);\n  return <p>{a}<button>Go</button></p>;\n}\n",
  },
];
const button = (name: string | RegExp) => screen.getByRole("button", { name });

describe("the validation tester", () => {
  it("validates, shows the issues, repairs them and applies the repair as one version", async () => {
    const { api, appId } = await show(faulty);
    expect(screen.queryByRole("button", { name: "Try Repair" })).toBeNull();
    await userEvent.click(button("Validate"));
    await userEvent.click(await screen.findByRole("button", { name: "Issues (2)" }));
    expect(
      await within(await screen.findByRole("dialog")).findByText("useState is neither declared nor imported"),
    ).toBeTruthy();
    expect(button("Re-validate")).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    await userEvent.click(button("Try Repair"));
    const dialog = await screen.findByRole("dialog", { name: "Repair results" });
    expect(within(dialog).getByText("2 → 1")).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "Apply as bundle" }));
    await within(dialog).findByRole("button", { name: "Applied" });
    expect((await api.versions.list({ appId }))[0]).toMatchObject({ kind: "repair" });
    expect(button("Re-repair")).toBeTruthy();
  }, 20_000);

  it("keeps iterations between 1 and 5, 2 at first, and remembers them", async () => {
    await show(faulty);
    await userEvent.click(button("Validate"));
    await screen.findByRole("button", { name: "Issues (2)" });
    const iterations = await screen.findByLabelText<HTMLInputElement>("Iterations");
    expect(iterations.value).toBe("2");
    await userEvent.clear(iterations);
    await userEvent.type(iterations, "9");
    await userEvent.tab();
    expect(iterations.value).toBe("5");
    expect(localStorage.getItem("joinery.tester.iterations")).toBe("5");
  });

  it("has nothing to repair where there are no issues", async () => {
    await show([{ path: "pages/Home.jsx", content: "export default function Home() {\n  return <p>a</p>;\n}\n" }]);
    await userEvent.click(button("Validate"));
    await screen.findByRole("button", { name: "Issues (0)" });
    expect(button("Try Repair")).toHaveProperty("disabled", true);
  });

  it("compares the default model with a custom one side by side", async () => {
    await show(faulty);
    await userEvent.click(button("Validate"));
    await screen.findByRole("button", { name: "Issues (2)" });
    await userEvent.click(screen.getByLabelText("Compare"));
    await userEvent.type(screen.getByLabelText("Custom model"), "my/model");
    await userEvent.click(button("Try Repair"));
    const dialog = await screen.findByRole("dialog", { name: "Model comparison" });
    expect(within(dialog).getByText(/^Default model/)).toBeTruthy();
    expect(within(dialog).getByText("my/model")).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    expect(button("Compare Results")).toBeTruthy();
    expect(button("Details")).toBeTruthy();
  }, 20_000);
});
