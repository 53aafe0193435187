"use client";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { ActionIcon, Button, Skeleton, Text, TextInput, Tooltip, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCode, IconFilePlus, IconSearch } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { functionOf } from "@/shipped/contract";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { flushEdits } from "../edit-session";
import { findInFiles, searchDelayMs } from "../save-queue";
import { type CodeDialog, type CodeTool, codeTools } from "./code-tools";
import { FileActions, PathDialog } from "./FileActions";
import { FileEditor } from "./FileEditor";
import { FilePicker } from "./FilePicker";
import { FileTree } from "./FileTree";
import { useFileInUrl } from "./use-file-in-url";
import classes from "./code-panel.module.css";

const DownloadDialog = dynamic(
  () => import("@/features/download/ui/DownloadDialog").then((file) => file.DownloadDialog),
  { ssr: false },
);
const SecretsDialog = dynamic(() => import("@/features/secrets/ui/SecretsDialog").then((file) => file.SecretsDialog), {
  ssr: false,
});
const FunctionDock = dynamic(() => import("@/features/functions/ui/FunctionDock").then((file) => file.FunctionDock), {
  ssr: false,
  loading: () => <Skeleton height={44} radius={0} />,
});

/** The code panel: file tree with search beside an editor. The open file is in the URL. */
export function CodePanel({ appId }: { appId: string }) {
  const files = trpc.files.list.useQuery({ appId });
  const { may } = useRights(appId);
  const mayEdit = may("editorAdmin");
  const tools = codeTools.filter(({ right }) => may(right));
  const issues = trpc.validation.issues.useQuery({ appId }, { enabled: may("viewerAdmin") });
  // A function is faulty as long as a secret that it reads is not set.
  const secrets = trpc.secrets.list.useQuery({ appId }, { enabled: may("managerAdmin") });
  const shown = useFileInUrl();
  const [dialog, setDialog] = useState<CodeDialog>();
  const faulty = useMemo(() => new Set(issues.data?.issues.map(({ path }) => path)), [issues.data]);

  const show = async (next: CodeDialog) => {
    // Save first: the download contains what is saved.
    if (next !== "download" || (await flushEdits(appId))) setDialog(next);
  };

  if (files.error && !files.data)
    return <Failure message="Could not load code. Please try again." onRetry={() => void files.refetch()} />;
  if (!files.data)
    return (
      <Text p={16} c="dimmed">
        Loading code editor...
      </Text>
    );
  const file = files.data.find(({ path }) => path === shown.path);
  const ownFunction = file && functionOf(file.path);
  return (
    <div className={classes.panel} data-empty={!file || undefined}>
      <aside className={classes.side}>
        <Search
          files={files.data}
          onOpen={shown.open}
          action={
            mayEdit && (
              <Tooltip label="New file">
                <ActionIcon variant="subtle" color="gray" aria-label="New file" onClick={() => setDialog("new")}>
                  <IconFilePlus size={16} />
                </ActionIcon>
              </Tooltip>
            )
          }
        >
          <FileTree files={files.data} active={file?.path} faulty={faulty} onOpen={shown.open} />
        </Search>
        <ToolButtons tools={tools} onDialog={(next) => void show(next)} />
      </aside>
      <FilePicker
        paths={files.data.map(({ path }) => path)}
        active={file?.path}
        onOpen={shown.open}
        mayEdit={mayEdit}
        tools={tools}
        onDialog={(next) => void show(next)}
      />
      {file ? (
        <FileEditor
          // The right arrives after the files, and the editor is built for one or the other.
          key={`${file.path} ${mayEdit}`}
          appId={appId}
          file={file}
          mayEdit={mayEdit}
          line={shown.line}
          surroundings={[
            ...files.data.flatMap(({ path, hash }) => (path === file.path ? [] : [hash])),
            ...(secrets.data ?? []).map(({ key }) => key),
          ].join()}
          onOpen={shown.jump}
          actions={<FileActions appId={appId} path={file.path} onMoved={shown.open} />}
          below={
            ownFunction && (
              <FunctionDock
                key={ownFunction}
                appId={appId}
                name={ownFunction}
                saveFirst={() => flushEdits(appId)}
                onManageSecrets={(missing) => setDialog({ secrets: missing })}
              />
            )
          }
        />
      ) : (
        <div className={classes.editor}>
          <EmptyState icon={<IconCode size={22} />} title="Select a file to edit" />
        </div>
      )}
      {dialog === "new" && (
        // With a line, so that the editor takes the focus: whoever makes a file wants to write in it.
        <PathDialog appId={appId} onClose={() => setDialog(undefined)} onDone={(path) => shown.open(path, 1)} />
      )}
      {dialog === "download" && (
        <DownloadDialog
          appId={appId}
          errors={issues.data?.issues.filter(({ severity }) => severity === "error").length ?? 0}
          onClose={() => setDialog(undefined)}
        />
      )}
      {typeof dialog === "object" && (
        <SecretsDialog appId={appId} wanted={dialog.secrets} onClose={() => setDialog(undefined)} />
      )}
    </div>
  );
}

function ToolButtons({ tools, onDialog }: { tools: CodeTool[]; onDialog: (dialog: CodeDialog) => void }) {
  if (tools.length === 0) return null;
  return (
    <div className={classes.tools}>
      {tools.map(({ label, Icon, dialog }) => (
        <Button
          key={label}
          size="compact-sm"
          variant="subtle"
          color="gray"
          justify="start"
          leftSection={<Icon size={15} />}
          onClick={() => onDialog(dialog)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

type SearchProps = {
  files: { path: string; content: string }[];
  onOpen: (path: string, line?: number) => void;
  action: React.ReactNode;
  children: React.ReactNode;
};

/** 'Find in files...': results replace the tree during a search. */
function Search({ files, onOpen, action, children }: SearchProps) {
  const [text, setText] = useState("");
  const [words] = useDebouncedValue(text, searchDelayMs);
  const found = useMemo(() => findInFiles(files, words), [files, words]);
  return (
    <>
      <div className={classes.find}>
        <TextInput
          flex={1}
          size="xs"
          aria-label="Find in files"
          placeholder="Find in files..."
          leftSection={<IconSearch size={14} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {action}
      </div>
      <div className={classes.scroll}>
        {words.trim() === "" ? (
          children
        ) : found.length === 0 ? (
          <Text size="xs" c="dimmed" p={12}>
            Nothing found
          </Text>
        ) : (
          found.map(({ path, lines, more }) => (
            <div key={path}>
              <UnstyledButton className={classes.file} onClick={() => onOpen(path)}>
                <span className={classes.fileName}>{path}</span>
              </UnstyledButton>
              {lines.map(({ number, before, match, after }) => (
                <UnstyledButton key={number} className={classes.match} onClick={() => onOpen(path, number)}>
                  <span className={classes.number}>{number}</span>
                  <span className={classes.fileName}>
                    {before}
                    <mark>{match}</mark>
                    {after}
                  </span>
                </UnstyledButton>
              ))}
              {more > 0 && (
                <Text size="xs" c="dimmed" pl={48}>
                  {more} more in this file
                </Text>
              )}
            </div>
          ))
        )}
      </div>
    </>
  );
}
