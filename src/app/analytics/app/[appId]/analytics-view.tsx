"use client";
import dynamic from "next/dynamic";
import { Container, Skeleton } from "@mantine/core";

// The charts are as large as all the rest, and come with this page alone.
const Analytics = dynamic(() => import("@/features/analytics/ui/Analytics").then((file) => file.Analytics), {
  ssr: false,
  loading: () => (
    <Container size={1080} py={24}>
      <Skeleton height={480} />
    </Container>
  ),
});

export const AnalyticsView = ({ appId }: { appId: string }) => <Analytics appId={appId} />;
