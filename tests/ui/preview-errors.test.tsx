import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { ReportedError } from "@/features/turns/resolve-errors";
import { usePreviewErrors } from "@/features/chat/ui/use-preview-errors";

const preview = "http://crm.localhost:3000";
const error = { title: "useAuth is not defined", details: "at Home", componentName: "Home" };
const report = { type: "app_error", appId: "a1", versionId: "v2", error: { ...error, page: "/Home" } };

type Hear = (error: ReportedError, versionId: string | undefined) => void;

function Listener({ onError }: { onError: Hear }) {
  usePreviewErrors("a1", onError, () => undefined);
  return null;
}

/** A window with one framed app, and what its listener hears of a message. */
function hear(message: { data?: unknown; origin?: string; isFromFrame?: boolean }) {
  const heard = vi.fn<Hear>();
  render(<Listener onError={heard} />);
  const framed = {} as Window;
  const frame = document.createElement("iframe");
  Object.defineProperty(frame, "contentWindow", { value: framed });
  document.body.append(frame);
  // Named after it was put in, since happy-dom would try to load it.
  Object.defineProperty(frame, "src", { value: `${preview}/Home` });
  const { data = report, origin = preview, isFromFrame = true } = message;
  const event = new MessageEvent("message", { data, origin });
  Object.defineProperty(event, "source", { value: isFromFrame ? framed : window });
  window.dispatchEvent(event);
  frame.remove();
  return heard;
}

it("hears an error of the framed preview, and in which version it fell: what the builder knows may be older or newer", () => {
  expect(hear({})).toHaveBeenCalledWith(error, "v2");
  expect(hear({ data: { ...report, versionId: { forged: true } } })).toHaveBeenCalledWith(error, undefined);
});

it.each([
  ["another window", { isFromFrame: false }],
  ["another site inside the frame", { origin: "https://evil.example" }],
  ["another app", { data: { ...report, appId: "a2" } }],
  ["words of another shape", { data: { ...report, error: { title: 1 } } }],
])("does not hear %s", (_who, message) => expect(hear(message)).not.toHaveBeenCalled());

it("cuts what would not fit a panel", () => {
  const heard = hear({ data: { ...report, error: { title: "x".repeat(5_000), details: "y".repeat(50_000) } } });
  expect(heard.mock.calls[0]?.[0].title).toHaveLength(500);
  expect(heard.mock.calls[0]?.[0].details).toHaveLength(4_000);
});
