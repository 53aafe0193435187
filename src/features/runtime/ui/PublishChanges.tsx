"use client";
import { useState } from "react";
import dynamic from "next/dynamic";
import { Anchor, Group, List, Skeleton, Stack, Text } from "@mantine/core";
import { trpc } from "@/api/client";
import type { PublishChanges as Changes, TableChange } from "../schema";

// With the diff that it draws, it comes when somebody asks for it.
const ChangesDialog = dynamic(() => import("@/features/versions/ui/ChangesDialog").then((file) => file.ChangesDialog), {
  ssr: false,
});

const filesShown = 4;
const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const kinds = { added: "new", modified: "changed", deleted: "removed" } as const;

/** "Deal: amount added, note removed", "Invoice: new table". */
const tableWords = ({ table, kind, fields }: TableChange) =>
  `${table}: ${kind === "added" ? "new table" : kind === "deleted" ? "table removed" : fields.join(", ")}`;

/** What visitors get to see differently with this publish: code, tables, and who may do what. */
export function PublishChanges({ appId, head, live }: { appId: string; head: string; live: string }) {
  const { data } = trpc.runtime.changes.useQuery({ appId }, { staleTime: 0 });
  const [isOpen, setIsOpen] = useState(false);
  if (!data) return <Skeleton height={48} />;
  return (
    <Stack gap={8} component="section" aria-label="What this publish changes">
      {data.files.length > 0 && (
        <div>
          <Group justify="space-between" gap={8}>
            <Text size="sm" fw={600}>
              {plural(data.files.length, "file")} changed
            </Text>
            <Anchor component="button" type="button" size="xs" onClick={() => setIsOpen(true)}>
              View changes
            </Anchor>
          </Group>
          {data.files.slice(0, filesShown).map(({ path, kind }) => (
            <Text key={path} size="xs" truncate title={path}>
              {path} ({kinds[kind]})
            </Text>
          ))}
          {data.files.length > filesShown && (
            <Text size="xs" c="dimmed">
              and {data.files.length - filesShown} more
            </Text>
          )}
        </div>
      )}
      <Lines title="Tables" lines={data.tables.map(tableWords)} />
      <Lines title="Permissions" lines={accessWords(data)} />
      {isOpen && <ChangesDialog appId={appId} versionId={head} since={live} onClose={() => setIsOpen(false)} />}
    </Stack>
  );
}

const accessWords = ({ access }: Changes) =>
  access.map(({ table, who, before, after }) => `${table}, ${who.toLowerCase()}: ${before} → ${after}`);

function Lines({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="xs" spacing={2}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </div>
  );
}
