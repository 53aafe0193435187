import type { Metadata } from "next";
import { cookies } from "next/headers";
import { isSidebarOpen, sidebarCookie } from "@/ui/sidebar";
import { SidebarProvider } from "@/ui/Sidebar";
import { AppEditor } from "./app-editor";

export const metadata: Metadata = { title: "Editor" };

export default async function EditorPage({ params }: { params: Promise<{ appId: string }> }) {
  const [{ appId }, jar] = await Promise.all([params, cookies()]);
  return (
    <SidebarProvider initiallyOpen={isSidebarOpen(jar.get(sidebarCookie)?.value)}>
      <AppEditor appId={appId} />
    </SidebarProvider>
  );
}
