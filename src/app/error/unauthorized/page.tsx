import type { Metadata } from "next";
import { Unauthorized } from "@/features/account/ui/Unauthorized";

export const metadata: Metadata = { title: "Payment not confirmed" };

export default function UnauthorizedPage() {
  return <Unauthorized />;
}
