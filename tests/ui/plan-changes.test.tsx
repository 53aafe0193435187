import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { changeSteps } from "@/features/build-plans/rules";
import type { BuildPlan, PlanChange, Step } from "@/features/build-plans/schema";
import { PlanCard } from "@/features/build-plans/ui/PlanCard";
import { usePlans } from "@/features/build-plans/ui/use-plans";
import { showWith } from "../support/show";

afterEach(cleanup);

const texts = ["Home", "About", "Contact"];
const written = { title: "Pages", steps: texts, isComplete: true };

function Chat() {
  const plans = usePlans("a1", { changed: () => undefined, begun: () => undefined });
  return (
    <PlanCard written={written} messageId="m1" plans={plans} isGrowing={false} isBusy={false} isReadOnly={false} />
  );
}

/** A server that answers each edit only when it is told to. */
function slowServer() {
  let steps = texts.map((text, index): Step => ({ id: `s${index}`, text, state: "waiting", starts: 0 }));
  const waiting: (() => void)[] = [];
  const plans = (): Promise<BuildPlan[]> =>
    Promise.resolve([{ id: "p1", messageId: "m1", title: "Pages", state: "proposed", steps }]);
  const editPlan = async ({ change }: { change: PlanChange }) => {
    await new Promise<void>((done) => void waiting.push(done));
    steps = changeSteps(steps, change) ?? steps;
    return { steps };
  };
  const answer = async () => {
    await waitFor(() => expect(waiting).toHaveLength(1));
    waiting.pop()!();
  };
  return { api: { chat: { plans, editPlan } }, answer, stored: () => steps.map(({ text }) => text) };
}

it("Steps stay where a person moved them while earlier changes are still being saved", async () => {
  const { api, answer, stored } = slowServer();
  const seen: string[] = [];
  const shown = () => screen.getAllByRole("listitem").map((item) => item.textContent.replace(/^\d/, ""));
  const choose = async (step: number, item: string) => {
    fireEvent.click(screen.getByRole("button", { name: `Change step ${step}` }));
    fireEvent.click(await screen.findByRole("menuitem", { name: item }));
  };
  showWith(api, <Chat />);
  await screen.findByRole("button", { name: "Change step 3" });
  await choose(3, "Move up");
  await choose(2, "Move up");
  expect(shown()).toEqual(["Contact", "Home", "About"]);
  const watch = new MutationObserver(() => seen.push(shown().join()));
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  await answer();
  await answer();
  await waitFor(() => expect(stored()).toEqual(["Contact", "Home", "About"]));
  await new Promise((done) => void setTimeout(done, 50));
  watch.disconnect();
  expect(shown()).toEqual(["Contact", "Home", "About"]);
  expect(seen.filter((order) => order !== "Contact,Home,About")).toEqual([]);
});
