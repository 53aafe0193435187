"use client";
import { useRef } from "react";
import dynamic from "next/dynamic";
import type { EditorView } from "@uiw/react-codemirror";
import { Alert, Badge, Button, Group, Kbd, Menu, Text } from "@mantine/core";
import { IconArrowForwardUp, IconCheck, IconFileAlert, IconHistory, IconIndentIncrease } from "@tabler/icons-react";
import type { RouterOutputs } from "@/api/client";
import { ActionsMenu } from "@/ui/ActionsMenu";
import { canFormat } from "../format-file";
import { countLines, type EditState, isDirty, largeFileLines, withLineEnds } from "../save-queue";
import { codeEditor } from "./code-editor";
import { MergeDialog } from "./MergeDialog";
import { ProblemList } from "./ProblemList";
import { useDiagnosis } from "./use-diagnosis";
import { useEditorCommands } from "./use-editor-commands";
import { useFileEdit } from "./use-file-edit";
import classes from "./code-panel.module.css";

const CodeEditor = dynamic(() => codeEditor().then((module) => module.CodeEditor), {
  ssr: false,
  loading: () => (
    <Text p={16} c="dimmed">
      Loading code editor...
    </Text>
  ),
});
type Props = {
  appId: string;
  file: RouterOutputs["files"]["list"][number];
  mayEdit: boolean;
  line: { number: number } | undefined;
  surroundings: string;
  onOpen: (path: string, line: number) => void;
  actions: React.ReactNode;
  below?: React.ReactNode;
};

/** One file: name, save state, text. */
export function FileEditor({ appId, file, mayEdit, line, surroundings, onOpen, actions, below }: Props) {
  const isReadOnly = file.readOnly || !mayEdit;
  const { state, dispatch, retry } = useFileEdit(appId, file, !isReadOnly);
  const lines = countLines(state.text);
  const view = useRef<EditorView>(undefined);
  const { problems, diagnose } = useDiagnosis(appId, file.path);
  const { goToDefinition, format } = useEditorCommands({ appId, path: file.path, isReadOnly, onOpen });
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
        <ProblemList
          problems={problems.list}
          isReadOnly={isReadOnly}
          onOpen={(offset) => void codeEditor().then(({ jumpTo }) => view.current && jumpTo(view.current, offset))}
          onFix={(fix) =>
            void codeEditor().then(({ applyFix }) => view.current && applyFix(view.current, fix, problems.text))
          }
        />
        <Group gap={4} ml="auto" wrap="nowrap">
          {!file.readOnly && mayEdit && actions}
          <ActionsMenu label="More actions" width={240}>
            <Menu.Item
              leftSection={<IconArrowForwardUp size={15} />}
              rightSection={<Kbd size="xs">F12</Kbd>}
              onClick={() => view.current && goToDefinition(view.current, view.current.state.selection.main.head)}
            >
              Go to definition
            </Menu.Item>
            {!isReadOnly && canFormat(file.path) && (
              <Menu.Item
                leftSection={<IconIndentIncrease size={15} />}
                rightSection={<Kbd size="xs">Shift Alt F</Kbd>}
                onClick={() => view.current && format(view.current)}
              >
                Format file
              </Menu.Item>
            )}
          </ActionsMenu>
        </Group>
      </Group>
      {state.restoredOver !== undefined && (
        <RestoredEdit
          onKeep={() => dispatch({ type: "accept-restored" })}
          onDiscard={() => dispatch({ type: "discard-restored" })}
        />
      )}
      {lines > largeFileLines && (
        <Alert color="yellow" variant="light" p={8} radius={0} icon={<IconFileAlert size={16} />}>
          This file has {lines} lines. Files above {largeFileLines} lines are hard for the assistant to edit; consider
          splitting it.
        </Alert>
      )}
      <div className={classes.code}>
        <CodeEditor
          path={file.path}
          text={withLineEnds(state.text, "")}
          language={file.language}
          isReadOnly={isReadOnly}
          line={line}
          diagnose={diagnose}
          surroundings={surroundings}
          onText={(text) => dispatch({ type: "edit", text: withLineEnds(text, state.saved) })}
          onView={(created) => void (view.current = created)}
          goTo={goToDefinition}
          format={format}
        />
      </div>
      {below}
      {state.conflict && (
        <MergeDialog
          conflict={state.conflict}
          language={file.language}
          onDecide={(text) => dispatch({ type: "merge", text })}
        />
      )}
    </section>
  );
}

function RestoredEdit({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Alert
      color="blue"
      variant="light"
      p={8}
      radius={0}
      icon={<IconHistory size={16} />}
      role="status"
      withCloseButton
      closeButtonLabel="Keep the edit"
      onClose={onKeep}
    >
      <Group gap={8}>
        An edit that had not been saved is back.
        <Button size="compact-xs" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Alert>
  );
}

function SaveState({ state, onRetry }: { state: EditState; onRetry: () => void }) {
  if (state.status === "error" && !state.conflict)
    return (
      <Button size="compact-xs" variant="subtle" color="red" onClick={onRetry}>
        Failed to save file. Try again
      </Button>
    );
  // Nothing is saved during a conflict.
  const isPending = !state.conflict && (state.status === "saving" || isDirty(state));
  return (
    <Text size="xs" c="dimmed" role="status" className={classes.saved}>
      {isPending ? (
        "Auto-saving..."
      ) : state.status === "saved" ? (
        <>
          <IconCheck size={12} aria-hidden /> Saved
        </>
      ) : (
        ""
      )}
    </Text>
  );
}
