"use client";
import dynamic from "next/dynamic";
import { Alert, Badge, Button, Group, Modal, Skeleton, Stack, Text, useComputedColorScheme } from "@mantine/core";
import { IconCheck, IconFileAlert } from "@tabler/icons-react";
import type { RouterOutputs } from "@/doors/client";
import { type Conflict, type EditState, isDirty, largeFileLines } from "../save-queue";
import { useFileEdit } from "./use-file-edit";
import classes from "./code-panel.module.css";

const CodeEditor = dynamic(() => import("./CodeEditor").then((module) => module.CodeEditor), { ssr: false, loading: () => <Text p={16} c="dimmed">Loading code editor...</Text> });
const FileDiff = dynamic(() => import("@/features/versions/ui/FileDiff").then((module) => module.FileDiff), { ssr: false, loading: () => <Skeleton height={200} /> });

type Props = { appId: string; file: RouterOutputs["files"]["list"][number]; isAdmin: boolean; line: number | undefined; issues: { line?: number | undefined; message: string }[]; actions: React.ReactNode; below?: React.ReactNode };

/** One file: its name, how its saving stands, and its text. */
export function FileEditor({ appId, file, isAdmin, line, issues, actions, below }: Props) {
  const isReadOnly = file.readOnly || !isAdmin;
  const { state, dispatch, retry } = useFileEdit(appId, file, !isReadOnly);
  const lines = state.text.split("\n").length;
  return (
    <section className={classes.editor} aria-label={file.path}>
      <Group gap={8} className={classes.head} wrap="nowrap">
        <Text size="sm" fw={500} truncate title={file.path}>
          {file.path}
        </Text>
        {isReadOnly && (
          <Badge size="sm" variant="light" color="gray" tt="none">
            Read-only
          </Badge>
        )}
        <SaveState state={state} onRetry={retry} />
        <Group gap={4} ml="auto" wrap="nowrap">
          {!file.readOnly && isAdmin && actions}
        </Group>
      </Group>
      {lines > largeFileLines && (
        <Alert color="yellow" variant="light" p={8} radius={0} icon={<IconFileAlert size={16} />}>
          This file has {lines} lines. Files above {largeFileLines} lines are hard for the assistant to edit; consider splitting it.
        </Alert>
      )}
      {issues.length > 0 && (
        <Alert color="red" variant="light" p={8} radius={0}>
          {issues.slice(0, 3).map((issue) => (
            <Text key={`${issue.line}${issue.message}`} size="xs">
              {issue.line ? `Line ${issue.line}: ` : ""}
              {issue.message}
            </Text>
          ))}
        </Alert>
      )}
      <div className={classes.code}>
        <CodeEditor path={file.path} text={state.text} language={file.language} isReadOnly={isReadOnly} line={line} onText={(text) => dispatch({ type: "edit", text })} />
      </div>
      {below}
      {state.conflict && <MergeDialog conflict={state.conflict} onMine={() => dispatch({ type: "keep-mine" })} onTheirs={() => dispatch({ type: "take-theirs" })} />}
    </section>
  );
}

function SaveState({ state, onRetry }: { state: EditState; onRetry: () => void }) {
  if (state.status === "error" && !state.conflict)
    return (
      <Button size="compact-xs" variant="subtle" color="red" onClick={onRetry}>
        Failed to save file. Try again
      </Button>
    );
  // While a person decides between two versions nothing is being saved.
  const isPending = !state.conflict && (state.status === "saving" || isDirty(state));
  return (
    <Text size="xs" c="dimmed" role="status" className={classes.saved}>
      {isPending ? "Auto-saving..." : state.status === "saved" ? (
        <>
          <IconCheck size={12} aria-hidden /> Saved
        </>
      ) : (
        ""
      )}
    </Text>
  );
}

/** Somebody else saved the same file: both versions are shown, and the person decides. */
function MergeDialog({ conflict, onMine, onTheirs }: { conflict: Conflict; onMine: () => void; onTheirs: () => void }) {
  const scheme = useComputedColorScheme("light");
  return (
    <Modal opened onClose={() => undefined} withCloseButton={false} title="This file changed since you opened it" size="min(1100px, 96vw)">
      <Stack gap={12}>
        <Text size="sm" c="dimmed">
          {conflict.path}: on the left what stands now, on the right what you wrote. The one that you do not choose stays in the version history or is given up.
        </Text>
        <FileDiff before={conflict.theirs} after={conflict.mine} language="jsx" isDark={scheme === "dark"} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onTheirs}>
            Take theirs
          </Button>
          <Button onClick={onMine}>Keep mine</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
