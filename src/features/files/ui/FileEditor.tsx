"use client";
import { useCallback, useRef, useState } from "react";
import dynamic from "next/dynamic";
import type { EditorView } from "@uiw/react-codemirror";
import {
  Alert,
  Badge,
  Button,
  Group,
  Kbd,
  Menu,
  Modal,
  ScrollArea,
  Skeleton,
  Stack,
  Text,
  useComputedColorScheme,
} from "@mantine/core";
import { IconArrowForwardUp, IconCheck, IconFileAlert, IconHistory, IconIndentIncrease } from "@tabler/icons-react";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import type { Diagnosis } from "@/features/validation/schema";
import { ActionsMenu } from "@/ui/ActionsMenu";
import { notify, notifyFailure } from "@/ui/notify";
import type { CodeFile } from "../schema";
import { canFormat, changedPiece, formatFile } from "../format-file";
import { type Conflict, countLines, type EditState, isDirty, largeFileLines, withLineEnds } from "../save-queue";
import { conflictsIn, mergeThreeWay } from "../merge";
import { ProblemList } from "./ProblemList";
import { useFileEdit } from "./use-file-edit";
import classes from "./code-panel.module.css";

/** Lazy: the editor is the largest part of the panel. */
const codeEditor = () => import("./CodeEditor");
const CodeEditor = dynamic(() => codeEditor().then((module) => module.CodeEditor), {
  ssr: false,
  loading: () => (
    <Text p={16} c="dimmed">
      Loading code editor...
    </Text>
  ),
});
const MergeEditor = dynamic(() => import("./MergeEditor").then((module) => module.MergeEditor), {
  ssr: false,
  loading: () => <Skeleton height={200} />,
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
  const [problems, setProblems] = useState<{ text: string; list: Diagnosis[] }>({ text: "", list: [] });
  const lastAsked = useRef(0);
  const { mutateAsync: findProblems } = trpc.validation.diagnose.useMutation({ meta: { quiet: true } });
  const { mutateAsync: findDefinition } = trpc.files.definition.useMutation({ meta: { quiet: true } });

  const diagnose = useCallback(
    async (text: string) => {
      const asked = ++lastAsked.current;
      const list = await findProblems({ appId, path: file.path, content: text });
      // Ignore stale responses: a newer request has been sent.
      if (asked === lastAsked.current) setProblems({ text, list });
      return list;
    },
    [appId, file.path, findProblems],
  );

  const goToDefinition = useCallback(
    (from: EditorView, offset: number): true => {
      const go = async () => {
        const place = await findDefinition({ appId, path: file.path, content: from.state.doc.toString(), offset });
        if (!place) notify("Nothing in this app defines this");
        else if (place.path === file.path) (await codeEditor()).jumpTo(from, place.offset);
        else onOpen(place.path, place.line);
      };
      go().catch((error: unknown) => notifyFailure(failureOf(error).message));
      return true;
    },
    [appId, file.path, findDefinition, onOpen],
  );

  const format = useCallback(
    (from: EditorView): true => {
      const go = async () => {
        const before = from.state.doc.toString();
        const { text, cursor } = await formatFile(file.path, before, from.state.selection.main.head);
        // The text changed meanwhile: drop the formatted one.
        if (from.state.doc.toString() !== before) return;
        if (text === before) notify("This file is formatted");
        else
          from.dispatch({
            changes: changedPiece(before, text),
            selection: { anchor: cursor },
            scrollIntoView: true,
            userEvent: "input.format",
          });
      };
      if (!isReadOnly) go().catch((error: unknown) => notifyFailure(failureOf(error).message));
      return true;
    },
    [file.path, isReadOnly],
  );
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
        <Alert
          color="blue"
          variant="light"
          p={8}
          radius={0}
          icon={<IconHistory size={16} />}
          role="status"
          withCloseButton
          closeButtonLabel="Keep the edit"
          onClose={() => dispatch({ type: "accept-restored" })}
        >
          <Group gap={8}>
            An edit that had not been saved is back.
            <Button size="compact-xs" variant="default" onClick={() => dispatch({ type: "discard-restored" })}>
              Discard
            </Button>
          </Group>
        </Alert>
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

/** Initial text of a merge: both sides' changes with conflict markers; without a known base, my text. */
function startOf({ theirs, mine, base }: Pick<Conflict, "theirs" | "mine" | "base">): string {
  const plain = (text: string) => withLineEnds(text, "");
  return base === undefined ? plain(mine) : mergeThreeWay(plain(base), plain(mine), plain(theirs)).text;
}

/** Save conflict: shows both versions, to choose one or merge. */
function MergeDialog({
  conflict: { path, theirs, mine, base },
  language,
  onDecide,
}: {
  conflict: Conflict;
  language: CodeFile["language"];
  onDecide: (text: string) => void;
}) {
  const scheme = useComputedColorScheme("light");
  const [start] = useState(() => startOf({ theirs, mine, base }));
  const [merged, setMerged] = useState(start);
  const left = Math.ceil(conflictsIn(merged) / 2);
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      title="This file changed since you opened it"
      size="min(1100px, 96vw)"
    >
      <Stack gap={12}>
        <Text size="sm" c="dimmed">
          {path}: on the left what stands now, on the right both merged. Edit the right side, or take pieces over with
          the arrows. Theirs stays in Versions. If you take theirs, yours is gone.
        </Text>
        <ScrollArea.Autosize mah="60vh" type="auto" tabIndex={0} aria-label="Both versions">
          <MergeEditor
            theirs={withLineEnds(theirs, "")}
            merged={start}
            language={language}
            isDark={scheme === "dark"}
            onText={setMerged}
          />
        </ScrollArea.Autosize>
        <Group justify="flex-end" gap={8}>
          {left > 0 && (
            <Text size="sm" c="red" role="status" mr="auto">
              {left === 1 ? "1 place" : `${left} places`} changed on both sides. Decide each, and remove its marks.
            </Text>
          )}
          <Button variant="default" onClick={() => onDecide(theirs)}>
            Take theirs
          </Button>
          <Button disabled={left > 0} onClick={() => onDecide(withLineEnds(merged, theirs))}>
            Save merged
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
