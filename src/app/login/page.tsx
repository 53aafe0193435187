import type { Metadata } from "next";
import { cookies } from "next/headers";
import { sessionCookieName } from "@/features/account/limits";
import { SignIn } from "@/features/account/ui/SignIn";
import { OidcButton } from "@/features/oidc/ui/OidcButton";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage() {
  const jar = await cookies();
  const mayBeSignedIn = jar.has(sessionCookieName) || jar.has(`__Host-${sessionCookieName}`);
  return <SignIn mayBeSignedIn={mayBeSignedIn} others={<OidcButton />} />;
}
