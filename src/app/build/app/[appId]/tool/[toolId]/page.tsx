import type { Metadata } from "next";
import { cookies } from "next/headers";
import { isSidebarOpen, sidebarCookie } from "@/ui/sidebar";
import { SidebarProvider } from "@/ui/Sidebar";
import { OneTool } from "./one-tool";

export const metadata: Metadata = { title: "Tool" };

export default async function ToolPage({ params }: { params: Promise<{ appId: string; toolId: string }> }) {
  const [{ appId, toolId }, jar] = await Promise.all([params, cookies()]);
  return (
    <SidebarProvider initiallyOpen={isSidebarOpen(jar.get(sidebarCookie)?.value)}>
      <OneTool appId={appId} toolId={toolId} />
    </SidebarProvider>
  );
}
