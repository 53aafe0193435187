import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Modal } from "@/ui/Modal";
import { showWith } from "../support/show";

it("A double click on what opens a dialog does not close it, and a click outside does later", async () => {
  const onClose = vi.fn();
  showWith(
    {},
    <Modal opened onClose={onClose} title="Invite">
      <input aria-label="Email" />
    </Modal>,
  );
  await screen.findByRole("dialog");
  const clickOutside = () => {
    const overlay = document.querySelector(".mantine-Modal-overlay")!;
    fireEvent.mouseDown(overlay);
    fireEvent.mouseUp(overlay);
    fireEvent.click(overlay);
  };
  clickOutside();
  expect(onClose).not.toHaveBeenCalled();
  await new Promise((resolve) => setTimeout(resolve, 600));
  clickOutside();
  expect(onClose).toHaveBeenCalledOnce();
});
