"use client";
import type { ReactNode } from "react";
import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { cssVariablesResolver, theme } from "./theme";

/** The theme, dialogs and the one toast around everything. On the client, since a theme holds functions. */
export function Look({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <ModalsProvider>
        <Notifications position="top-center" limit={1} zIndex={400} />
        {children}
      </ModalsProvider>
    </MantineProvider>
  );
}
