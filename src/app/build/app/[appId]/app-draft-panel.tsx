"use client";
import { Skeleton } from "@mantine/core";
import { trpc } from "@/api/client";
import type { Panel } from "@/features/apps/menu";
import { DraftProvider } from "@/features/tool-editor/ui/DraftProvider";
import { LeaveGuard } from "@/features/tool-editor/ui/LeaveGuard";
import { Failure } from "@/ui/Failure";
import { DraftPanel } from "./tool-panels";

/** Texts, branding or settings of a generated or space app, in its editor. */
export function AppDraftPanel({ appId, panel, onDone }: { appId: string; panel: Panel; onDone: () => void }) {
  const { data: app } = trpc.apps.get.useQuery({ appId });
  if (!app) return <Skeleton m={16} width="auto" height={320} />;
  return (
    <DraftProvider
      app={app}
      toolId={null}
      renderFallback={(failure) =>
        failure ? (
          <Failure message={failure.message} onRetry={failure.retry} />
        ) : (
          <Skeleton m={16} width="auto" height={320} />
        )
      }
    >
      <LeaveGuard />
      <DraftPanel panel={panel} onDone={onDone} />
    </DraftProvider>
  );
}
