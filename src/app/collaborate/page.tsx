import type { Metadata } from "next";
import { AcceptInvite } from "@/features/collaborators/ui/AcceptInvite";

export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

export default function CollaboratePage() {
  return <AcceptInvite />;
}
