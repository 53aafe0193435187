import type { ReactNode } from "react";
import { Button, Text } from "@mantine/core";
import classes from "./editor.module.css";

type Props = {
  /** Of a panel without a heading of its own. */
  title: string | undefined;
  onDone: () => void;
  children: ReactNode;
};

/** A panel that edits no draft: "each has a Done button returning to the menu" (2-builder.md §2). */
export function DoneFrame({ title, onDone, children }: Props) {
  return (
    <>
      <header className={classes.done}>
        <Text component="h2" size="sm" fw={600} m={0}>
          {title}
        </Text>
        <Button size="xs" onClick={onDone}>
          Done
        </Button>
      </header>
      <div className={classes.own}>{children}</div>
    </>
  );
}
