"use client";
import { DomainSection } from "@/features/domains/ui/DomainSection";
import { MembersSection } from "@/features/members/ui/MembersSection";
import { MembershipsSection } from "@/features/memberships/ui/MembershipsSection";
import { SiteSection } from "@/features/site/ui/SiteSection";

/**
 * What the published app is to the world: in the details of a generated or space app, and in the settings of a tool app,
 * whose menu has no details (2-builder.md §2, "App settings: isSignupEnabled, …" §3).
 */
export function AppSections({ appId }: { appId: string }) {
  return (
    <>
      <SiteSection appId={appId} />
      <DomainSection appId={appId} />
      <MembersSection appId={appId} />
      <MembershipsSection appId={appId} />
    </>
  );
}
