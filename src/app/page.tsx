import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { sessionCookieName } from "@/features/account/schema";
import { Landing } from "./landing";

/** What this is, for who comes for the first time; who is signed in goes on to their apps. */
export default async function RootPage() {
  const jar = await cookies();
  if (jar.has(sessionCookieName) || jar.has(`__Host-${sessionCookieName}`)) redirect("/home");
  return <Landing />;
}
