import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import { Doors } from "@/api/client";
import { Look } from "@/ui/Look";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@/ui/global.css";

export const metadata: Metadata = {
  title: { default: "Joinery", template: "%s · Joinery" },
  description: "Build AI apps and tools by talking to an assistant.",
};
export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" />
      </head>
      <body>
        {/* Modals open inside Look: what they show asks the server too. */}
        <Doors>
          <Look>{children}</Look>
        </Doors>
        {/* The data grid opens its cell editors here: inside a transformed dialog they would stand elsewhere. */}
        <div id="portal" style={{ position: "fixed", left: 0, top: 0, zIndex: 500 }} />
      </body>
    </html>
  );
}
