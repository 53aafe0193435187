"use client";
import { Alert, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import type { ImportView } from "../schema";
import { counted } from "@/features/entities/ui/edit-history";

type AtWorkProps = {
  label: string;
  fraction: number;
  counts?: ImportView;
  isCancelling?: boolean;
  cancelLabel?: string;
  onCancel: () => void;
};

/** Progress bar with row counts. */
export function AtWork({
  label,
  fraction,
  counts,
  isCancelling = false,
  cancelLabel = "Cancel",
  onCancel,
}: AtWorkProps) {
  return (
    <Stack gap={8}>
      <Group justify="space-between" gap={8}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="sm" c="dimmed" style={{ fontVariantNumeric: "tabular-nums" }}>
          {counts
            ? `${counted(counts.total, "row")} done${counts.failed > 0 ? `, ${counts.failed.toLocaleString("en-US")} failed` : ""}`
            : `${Math.floor(fraction * 100)}%`}
        </Text>
      </Group>
      <Progress value={fraction * 100} transitionDuration={200} aria-label="Progress" />
      <Group justify="space-between" mt={8}>
        <Text size="xs" c="dimmed">
          {counts ? "This goes on when you leave the page." : "Keep the page open until the file is sent."}
        </Text>
        <Button variant="default" size="xs" loading={isCancelling} onClick={onCancel}>
          {cancelLabel}
        </Button>
      </Group>
    </Stack>
  );
}

type EndedProps = { appId: string; view: ImportView; isUndoing: boolean; onUndo: () => void; onClose: () => void };

export function Ended({ appId, view, isUndoing, onUndo, onClose }: EndedProps) {
  const written = view.created + view.updated;
  const stay =
    written > 0
      ? ` ${counted(written, "row")} ${written === 1 ? "was imported before it; it" : "were imported before it; they"} can be undone.`
      : "";
  const message =
    view.state === "cancelled"
      ? `The import was cancelled.${stay}`
      : view.state === "failed"
        ? `${view.message}${stay}`
        : view.message;
  return (
    <>
      <Alert
        color={view.state === "failed" ? "red" : view.state === "cancelled" || view.failed > 0 ? "yellow" : "green"}
        variant="light"
        role="status"
      >
        {message}
      </Alert>
      {view.failed > 0 && <FailedRows appId={appId} view={view} />}
      <Group justify="flex-end" gap={8}>
        {written > 0 && !view.isUndone && (
          <Button variant="default" loading={isUndoing} onClick={onUndo}>
            Undo import
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </Group>
    </>
  );
}

/** Failed rows by reason, and a link to all of them as a file to fix and import again. */
export function FailedRows({ appId, view }: { appId: string; view: ImportView }) {
  const faults = trpc.entities.importFaults.useQuery({ appId, importId: view.importId });
  return (
    <Stack gap={4}>
      <Stack gap={4} component="ul" m={0} pl={20} aria-label="Why rows failed">
        {faults.data?.map(({ reason, count, rows }) => (
          <Text component="li" size="sm" key={reason}>
            {counted(count, "row")}: {reason}{" "}
            <Text span size="xs" c="dimmed">
              (row {rows.join(", ")}
              {count > rows.length ? "…" : ""})
            </Text>
          </Text>
        ))}
      </Stack>
      <DownloadFailed appId={appId} view={view} />
    </Stack>
  );
}

function DownloadFailed({ appId, view }: { appId: string; view: ImportView }) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconDownload size={14} />}
      component="a"
      download
      href={`/api/apps/${appId}/imports/${view.importId}/failed`}
      style={{ alignSelf: "flex-start" }}
    >
      Download {counted(view.failed, "failed row")}
    </Button>
  );
}
