import type { Metadata } from "next";
import { ToolsPage } from "./tools-page";

export const metadata: Metadata = { title: "Tools" };

export default async function ToolsCollectionPage({ params }: { params: Promise<{ appId: string }> }) {
  return <ToolsPage appId={(await params).appId} />;
}
