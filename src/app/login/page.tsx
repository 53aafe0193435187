import type { Metadata } from "next";
import { cookies } from "next/headers";
import { sessionCookieName } from "@/features/account/schema";
import { SignIn } from "@/features/account/ui/SignIn";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage() {
  const jar = await cookies();
  return <SignIn mayBeSignedIn={jar.has(sessionCookieName) || jar.has(`__Host-${sessionCookieName}`)} />;
}
