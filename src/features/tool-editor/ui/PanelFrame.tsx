"use client";
import { type ReactNode, useState } from "react";
import { Box, Button, ScrollArea, Stack, Text, Title } from "@mantine/core";
import { Allowed } from "@/api/Allowed";
import { useDraft } from "./DraftProvider";
import { SaveNews } from "./SaveNews";
import classes from "./panel.module.css";

type Props = { title: string; lead?: string; onDone: () => void; children: ReactNode };

/**
 * A panel of the editor: "each has a Done button returning to the menu" (2-builder.md §2), also for a viewer, whose
 * fields alone are off.
 */
export function PanelFrame({ title, lead, onDone, children }: Props) {
  const { appId, force, status } = useDraft();
  const [isClosing, setIsClosing] = useState(false);
  // "On Done, changes are force-saved first, then the panel closes" (2-builder.md §4). What cannot be saved stays open.
  const done = async () => {
    setIsClosing(true);
    const isSaved = status === "saved" || (await force());
    setIsClosing(false);
    if (isSaved) onDone();
  };
  return (
    <section className={classes.frame} aria-label={title}>
      <header className={classes.head}>
        <Title order={2}>{title}</Title>
        <Button size="xs" onClick={() => void done()} loading={isClosing}>
          Done
        </Button>
      </header>
      <ScrollArea className={classes.scroll} type="auto">
        <Box p={16} pb={48}>
          <Allowed appId={appId} right="editor">
            <Stack gap={20}>
              <SaveNews />
              {lead && (
                <Text size="sm" c="dimmed">
                  {lead}
                </Text>
              )}
              {children}
            </Stack>
          </Allowed>
        </Box>
      </ScrollArea>
    </section>
  );
}
