import type { Metadata } from "next";
import { ClaimApp } from "@/features/collaborators/ui/ClaimApp";

export const metadata: Metadata = { title: "Claim an app", referrer: "no-referrer" };

export default function ClaimPage() {
  return <ClaimApp />;
}
