"use client";
import type { ReactNode } from "react";
import { MantineProvider } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
// Watch the focus on every page.
import "./focus-invalid";
import "./return-focus";
import { desktopQuery } from "./sidebar";
import { cssVariablesResolver, theme } from "./theme";

/** Providers of theme, dialogs and toasts. A client component, because the theme contains functions. */
export function Look({ children }: { children: ReactNode }) {
  // Toasts cover no tools: on a desktop these are at the top, on a phone the composer is at the bottom.
  const isDesktop = useMediaQuery(desktopQuery, true);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <ModalsProvider>
        <Notifications position={isDesktop ? "bottom-right" : "top-center"} limit={1} zIndex={400} />
        {children}
      </ModalsProvider>
    </MantineProvider>
  );
}
