import type { Metadata } from "next";
import { AuthHandler } from "@/features/account/ui/AuthHandler";

export const metadata: Metadata = { title: "Confirm", referrer: "no-referrer" };

export default function AuthHandlerPage() {
  return <AuthHandler />;
}
