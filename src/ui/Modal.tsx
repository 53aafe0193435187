"use client";
import { useLayoutEffect, useRef } from "react";
import { Drawer as MantineDrawer, type DrawerProps, Modal as MantineModal, type ModalProps } from "@mantine/core";
import { useReturnFocus } from "./return-focus";

const fields =
  "input:not(:disabled, [type=hidden], [type=file], [type=radio], [type=checkbox], [type=range]), textarea:not(:disabled)";

/**
 * Mantine focuses what asks for it (`data-autofocus`), or else the first button, which closes the dialog: has the first
 * field ask for it where nothing else does.
 */
function FocusFirstField() {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const dialog = mark.current?.closest("[role=dialog]");
    if (!dialog?.querySelector("[data-autofocus]")) dialog?.querySelector(fields)?.setAttribute("data-autofocus", "");
  }, []);
  return <span ref={mark} hidden />;
}

/** Mantine's Modal, which focuses its first field, and returns the focus also where it is mounted open. */
export function Modal({ children, ...props }: ModalProps) {
  useReturnFocus(props.opened);
  return (
    <MantineModal {...props}>
      {children}
      <FocusFirstField />
    </MantineModal>
  );
}

/** Mantine's Drawer, which returns the focus also where it is mounted open. */
export function Drawer(props: DrawerProps) {
  useReturnFocus(props.opened);
  return <MantineDrawer {...props} />;
}
