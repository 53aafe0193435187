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

/**
 * Every page is rendered per request: inline scripts carry the request's nonce (doors/page-policy.ts). No Suspense
 * around queries: a boundary hydrates separately, and data that arrives before makes its first render differ from the
 * server's (React error 418).
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get(nonceHeader) ?? undefined;
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      </head>
      <body>
        {/* Modals render inside Look: their contents use queries too. */}
        <Doors>
          <Look>
            <AccountGate />
            {children}
            <ImpersonationBanner />
            <UpgradeDialog />
          </Look>
        </Doors>
        {/* Portal of the data grid's cell editors: inside a transformed dialog they would be mispositioned. */}
        <div id="portal" style={{ position: "fixed", left: 0, top: 0, zIndex: 500 }} />
      </body>
    </html>
  );
}
