import type { Metadata } from "next";
import { VerifyEmail } from "@/features/account/ui/VerifyEmail";

export const metadata: Metadata = { title: "Verify your email" };

export default function VerifyEmailPage() {
  return <VerifyEmail />;
}
