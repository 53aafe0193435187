"use client";
import type { ReactNode } from "react";
import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { cssVariablesResolver, theme } from "./theme";

/** Providers of theme, dialogs and toasts. A client component, because the theme contains functions. */
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
