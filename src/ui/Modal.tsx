"use client";
import { Drawer as MantineDrawer, type DrawerProps, Modal as MantineModal, type ModalProps } from "@mantine/core";
import { useReturnFocus } from "./return-focus";

/** Mantine's Modal, which returns the focus also where it is mounted open. */
export function Modal(props: ModalProps) {
  useReturnFocus(props.opened);
  return <MantineModal {...props} />;
}

/** Mantine's Drawer, which returns the focus also where it is mounted open. */
export function Drawer(props: DrawerProps) {
  useReturnFocus(props.opened);
  return <MantineDrawer {...props} />;
}
