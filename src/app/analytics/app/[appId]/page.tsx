import type { Metadata } from "next";
import { HomeBar } from "../../../home/home-bar";
import { AnalyticsView } from "./analytics-view";

export const metadata: Metadata = { title: "Analytics" };

export default async function AnalyticsPage({ params }: { params: Promise<{ appId: string }> }) {
  const { appId } = await params;
  return (
    <>
      <HomeBar />
      <AnalyticsView appId={appId} />
    </>
  );
}
