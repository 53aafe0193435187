import { act } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { usePeople } from "@/features/collaborators/ui/use-people";
import { showWith } from "../support/show";

/** Opens nothing; keeps who listens, so that a test can deliver an event. */
class Stream extends EventTarget {
  static opened: Stream[] = [];
  isClosed = false;
  constructor() {
    super();
    Stream.opened.push(this);
  }
  close() {
    this.isClosed = true;
  }
}

function People() {
  const people = usePeople("app");
  return <p>{people.map(({ email }) => email).join(", ")}</p>;
}

it("An editor that was left says nothing to the other tabs, and does not begin to listen", async () => {
  vi.stubGlobal("EventSource", Stream);
  /** Grants the lock when told, which may be after the page was left. */
  const granted: { lock: () => Promise<void> }[] = [];
  Object.defineProperty(navigator, "locks", {
    configurable: true,
    value: {
      request: (_name: string, _options: unknown, lock: () => Promise<void>) => {
        granted.push({ lock });
        return new Promise<void>(() => undefined);
      },
    },
  });
  try {
    const first = showWith({}, <People />);
    const held = granted[0]!.lock();
    const event = new MessageEvent("people", { data: JSON.stringify([{ accountId: "1", email: "ann@example.com" }]) });
    act(() => void Stream.opened[0]!.dispatchEvent(event));
    expect(first.container.textContent).toContain("ann@example.com");
    first.unmount();
    await held;
    // Browsers may deliver what was on its way when a stream was closed; a closed channel would throw here.
    Stream.opened[0]!.dispatchEvent(event);

    showWith({}, <People />).unmount();
    await granted[1]!.lock();
    expect(Stream.opened).toHaveLength(1);
  } finally {
    Reflect.deleteProperty(navigator, "locks");
    vi.stubGlobal("EventSource", undefined);
  }
});
