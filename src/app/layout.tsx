import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { headers } from "next/headers";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import { Doors } from "@/api/client";
import { nonceHeader } from "@/api/nonce";
import { AccountGate } from "@/features/account/ui/AccountGate";
import { ImpersonationBanner } from "@/features/admin/ui/ImpersonationBanner";
import { UpgradeDialog } from "@/features/plans/ui/UpgradeDialog";
import { Look } from "@/ui/Look";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@/ui/global.css";

export const metadata: Metadata = {
  title: { default: "Joinery", template: "%s · Joinery" },
  description: "Build AI apps and tools by talking to an assistant.",
};
export const viewport: Viewport = { width: "device-width", initialScale: 1 };

/** Every page is rendered on request: its inline scripts carry the nonce of the request (doors/page-policy.ts). No Suspense around what asks the server: such a
 * boundary hydrates by itself, and when an answer has come before that, its first render differs from the server's (React error 418). */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get(nonceHeader) ?? undefined;
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </head>
      <body>
        {/* Modals open inside Look: what they show asks the server too. */}
        <Doors>
          <Look>
            <AccountGate />
            {children}
            <ImpersonationBanner />
            <UpgradeDialog />
          </Look>
        </Doors>
        {/* The data grid opens its cell editors here: inside a transformed dialog they would stand elsewhere. */}
        <div id="portal" style={{ position: "fixed", left: 0, top: 0, zIndex: 500 }} />
      </body>
    </html>
  );
}
