import type { Metadata } from "next";
import { Settings } from "@/features/account/ui/Settings";
import { OidcSettings } from "@/features/oidc/ui/OidcSettings";
import { HomeBar } from "../home/home-bar";

export const metadata: Metadata = { title: "Account settings" };

export default function SettingsPage() {
  return (
    <>
      <HomeBar />
      <Settings connections={<OidcSettings />} />
    </>
  );
}
