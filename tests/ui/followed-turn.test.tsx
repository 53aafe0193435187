import { act } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useFollowedTurn } from "@/features/chat/ui/use-followed-turn";
import { showWith } from "../support/show";

/** A stream of which a test says what arrives. */
class Stream extends EventTarget {
  static last: Stream;
  static readonly CLOSED = 2;
  readyState = 1;
  constructor() {
    super();
    Stream.last = this;
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
}

function Turn() {
  const { isReconnecting } = useFollowedTurn("app", "turn", () => undefined);
  return <p>{isReconnecting ? "Reconnecting" : "Connected"}</p>;
}

it("The end of a turn's stream is no lost connection; an end before the turn is done is one", () => {
  vi.stubGlobal("EventSource", Stream);
  try {
    const { container } = showWith({}, <Turn />);
    /** The server ends the stream: EventSource tells an error, unless it was closed before. */
    const end = () => act(() => void (Stream.last.readyState === 1 && Stream.last.dispatchEvent(new Event("error"))));
    end();
    expect(container.textContent).toContain("Reconnecting");
    act(() => void Stream.last.dispatchEvent(new Event("open")));
    act(() => void Stream.last.dispatchEvent(new MessageEvent("done", { data: "{}", lastEventId: "1" })));
    end();
    expect(container.textContent).toContain("Connected");
  } finally {
    vi.stubGlobal("EventSource", undefined);
  }
});
