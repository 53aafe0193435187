"use client";
import { useState } from "react";
import dynamic from "next/dynamic";
import { Kbd, Text, UnstyledButton } from "@mantine/core";
import { useHotkeys, useWindowEvent } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import type { Command } from "./palette-commands";
import classes from "./palette.module.css";

const Dialog = dynamic(() => import("./palette-dialog").then(({ PaletteDialog }) => PaletteDialog), { ssr: false });

/** Opened by the shortcut, or by a bar's button. */
const openEvent = "joinery-palette";

type Props = {
  /** This page's commands, besides the global ones. */
  commands?: Command[];
  onStarter?: (starterId: string) => void;
};

/** Ctrl or Cmd plus K: searches apps, panels and actions by name. The dialog is lazy. */
export function Palette({ commands = [], onStarter }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  useHotkeys([["mod+K", () => setIsOpen((open) => !open)]], []);
  useWindowEvent(openEvent, () => setIsOpen(true));
  return isOpen && <Dialog commands={commands} onStarter={onStarter} onClose={() => setIsOpen(false)} />;
}

export function PaletteButton() {
  return (
    <UnstyledButton
      className={classes.button}
      onClick={() => window.dispatchEvent(new Event(openEvent))}
      aria-keyshortcuts="Control+K Meta+K"
    >
      <IconSearch size={14} aria-hidden />
      <Text component="span" size="xs" className={classes.buttonText}>
        Search{" "}
      </Text>
      <Kbd size="xs" className={classes.buttonKeys}>
        Ctrl K
      </Kbd>
    </UnstyledButton>
  );
}
