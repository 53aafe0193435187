"use client";
import dynamic from "next/dynamic";
import { AnalyticsSkeleton } from "@/features/analytics/ui/AnalyticsSkeleton";

// Lazy: the charts double the page's size.
const Analytics = dynamic(() => import("@/features/analytics/ui/Analytics").then((file) => file.Analytics), {
  ssr: false,
  loading: () => <AnalyticsSkeleton />,
});

export const AnalyticsView = ({ appId }: { appId: string }) => <Analytics appId={appId} />;
