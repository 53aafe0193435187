import { render, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { MemoryRouter } from "react-router-dom";
import { beforeAll, expect, it } from "vitest";
import { table, text } from "../support/kit-table";

// By a variable: the kit has a configuration of its own, in which its types are checked (src/shipped/tsconfig.json).
const gallery: string = "@/components/ui/gallery";

beforeAll(() => {
  document.body.innerHTML =
    '<script type="application/json" id="joinery-config">{"appId":"a","mode":"preview"}</script>';
});

it.each([
  ["team", true],
  ["visitors", false],
])("a list is filtered by a kept field only by those who see it: %s", async (who, isSeen) => {
  const { Gallery } = (await import(gallery)) as { Gallery: ComponentType<Record<string, unknown>> };
  const status = {
    type: "string",
    enum: ["asked", "confirmed"],
    "x-accessControl": { read: ["admin"], write: ["admin"] },
  };
  const kind = { type: "string", enum: ["club", "wedding"] };
  const see = (field: string) => isSeen || field !== "status";
  const gigs = {
    ...table(`Gig of ${who}`, { title: text, kind, status }, ["title"], [{ id: "g", title: "Street festival" }]),
    access: () => Promise.resolve({ canAdd: false, canChange: () => false, canDelete: () => false, canSee: see }),
  };
  render(<Gallery entity={gigs} title="Gigs" filters={["kind", "status"]} />, { wrapper: MemoryRouter });
  await screen.findByText("Street festival");
  expect(screen.getByText("Any kind")).toBeTruthy();
  expect(screen.queryAllByText("Any status")).toHaveLength(isSeen ? 1 : 0);
});
