import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { sessionCookieName } from "@/features/account/limits";
import { Landing } from "./landing";

/** Front page for visitors; signed-in people are redirected to their apps. */
export default async function RootPage() {
  const jar = await cookies();
  if (jar.has(sessionCookieName) || jar.has(`__Host-${sessionCookieName}`)) redirect("/home");
  return <Landing />;
}
