"use client";
import dynamic from "next/dynamic";
import { Container, Skeleton } from "@mantine/core";

// Lazy: the charts double the page's size.
const Analytics = dynamic(() => import("@/features/analytics/ui/Analytics").then((file) => file.Analytics), {
  ssr: false,
  loading: () => (
    <Container size={1080} py={24}>
      <Skeleton height={480} />
    </Container>
  ),
});

export const AnalyticsView = ({ appId }: { appId: string }) => <Analytics appId={appId} />;
