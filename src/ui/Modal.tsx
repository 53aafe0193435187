"use client";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
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

/** The time between the clicks of a double click, at most. */
const doubleClickMs = 500;

/** The second click of a double click on what opened a dialog lands outside of it: it does not close it. */
function useMayClickOutside(isOpen: boolean): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const timer = window.setTimeout(() => setIsSettled(true), doubleClickMs);
    return () => {
      window.clearTimeout(timer);
      setIsSettled(false);
    };
  }, [isOpen]);
  return isSettled;
}

/** Mantine's Modal, which focuses its first field, and returns the focus also where it is mounted open. */
export function Modal({ children, closeOnClickOutside = true, ...props }: ModalProps) {
  useReturnFocus(props.opened);
  const mayClickOutside = useMayClickOutside(props.opened);
  return (
    <MantineModal {...props} closeOnClickOutside={closeOnClickOutside && mayClickOutside}>
      {children}
      <FocusFirstField />
    </MantineModal>
  );
}

/** Mantine's Drawer, which returns the focus also where it is mounted open. */
export function Drawer({ closeOnClickOutside = true, ...props }: DrawerProps) {
  useReturnFocus(props.opened);
  const mayClickOutside = useMayClickOutside(props.opened);
  return <MantineDrawer {...props} closeOnClickOutside={closeOnClickOutside && mayClickOutside} />;
}
