import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ImageEditor } from "@/features/grid/ui/ImageEditor";

describe("A choice of an image that is cancelled", () => {
  it.each([
    ["leaves the image that is shown open", "/cover.png", 0],
    ["closes what was opened for the choice alone", null, 1],
  ])("%s", (_words, value, closed) => {
    const onClose = vi.fn<() => void>();
    render(
      <MantineProvider env="test">
        <ImageEditor appId="app" label="Cover" value={value} onSave={() => undefined} onClose={onClose} />
      </MantineProvider>,
    );
    fireEvent(screen.getByLabelText("Image of Cover"), new Event("cancel"));
    expect(onClose).toHaveBeenCalledTimes(closed);
  });
});
