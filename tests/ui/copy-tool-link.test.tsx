import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { CopyToolLink } from "@/features/tools/ui/CopyToolLink";

afterEach(cleanup);

it.each([
  [true, true, "Everybody who has it can use the tool."],
  [false, true, "The tool is a draft: the link opens for others once it is active."],
  [true, false, "It opens for others once you publish the app."],
])("the link of a tool says whom it opens for (active: %s, published: %s)", (isActive, isPublished, words) => {
  const url = "http://meals.localhost:3000/tool/planner";
  render(
    <MantineProvider env="test">
      <CopyToolLink name="Planner" url={url} isActive={isActive} isPublished={isPublished} onClose={() => undefined} />
    </MantineProvider>,
  );
  expect(screen.getByRole("dialog", { name: "Link to Planner" })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>("Public link").value).toBe(url);
  screen.getByText(words);
});
