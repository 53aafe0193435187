"use client";
import dynamic from "next/dynamic";
import { useCallback, useMemo, useState } from "react";
import { usePathname, useSearchParams } from "next/navigation";
import { ActionIcon, Button, Menu, Select, Skeleton, Text, TextInput, Tooltip, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import {
  type Icon,
  IconChevronLeft,
  IconCode,
  IconDots,
  IconDownload,
  IconFilePlus,
  IconKey,
  IconSearch,
} from "@tabler/icons-react";
import type { Right } from "@/api/app-role";
import { trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { functionOf } from "@/shipped/contract";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { flushEdits } from "../edit-session";
import { findInFiles, searchDelayMs } from "../save-queue";
import { FileActions, PathDialog } from "./FileActions";
import { FileEditor } from "./FileEditor";
import { FileTree } from "./FileTree";
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

/** Line to go to; a new object each time, since the same line may be requested twice. */
type Line = { number: number };

type Dialog = "new" | "download" | { secrets: string[] };

/** Tools for the whole code. */
const tools: { label: string; Icon: Icon; dialog: Dialog; right: Right }[] = [
  { label: "Manage Secrets", Icon: IconKey, dialog: { secrets: [] }, right: "managerAdmin" },
  { label: "Download Code", Icon: IconDownload, dialog: "download", right: "viewerAdmin" },
];

/** The code panel: file tree with search beside an editor. The open file is in the URL. */
export function CodePanel({ appId }: { appId: string }) {
  const pathname = usePathname();
  const search = useSearchParams();
  const files = trpc.files.list.useQuery({ appId });
  const { may } = useRights(appId);
  const mayEdit = may("editorAdmin");
  const offered = tools.filter(({ right }) => may(right));
  const issues = trpc.validation.issues.useQuery({ appId }, { enabled: may("viewerAdmin") });
  const [line, setLine] = useState<Line>();
  const [dialog, setDialog] = useState<Dialog>();
  const faulty = useMemo(() => new Set(issues.data?.issues.map(({ path }) => path)), [issues.data]);

  /** A jump to a definition is a history entry for Back; opening from the tree is not. */
  const open = useCallback(
    (path: string | undefined, at?: number, isJump = false) => {
      const next = new URLSearchParams(search);
      if (path) next.set("file", path);
      else next.delete("file");
      setLine(at === undefined ? undefined : { number: at });
      const address = `${pathname}?${next}`;
      if (isJump) window.history.pushState(null, "", address);
      else window.history.replaceState(null, "", address);
    },
    [pathname, search],
  );
  const show = async (next: Dialog) => {
    // Save first: the download contains what is saved.
    if (next !== "download" || (await flushEdits(appId))) setDialog(next);
  };
  const jump = useCallback((path: string, at: number) => open(path, at, true), [open]);

  if (files.error && !files.data)
    return <Failure message="Could not load code. Please try again." onRetry={() => void files.refetch()} />;
  if (!files.data)
    return (
      <Text p={16} c="dimmed">
        Loading code editor...
      </Text>
    );
  const file = files.data.find(({ path }) => path === search.get("file"));
  const ownFunction = file && functionOf(file.path);
  return (
    <div className={classes.panel} data-empty={!file || undefined}>
      <aside className={classes.side}>
        <Search
          files={files.data}
          onOpen={open}
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
          <FileTree files={files.data} active={file?.path} faulty={faulty} onOpen={open} />
        </Search>
        {offered.length > 0 && (
          <div className={classes.tools}>
            {offered.map(({ label, Icon, dialog: next }) => (
              <Button
                key={label}
                size="compact-sm"
                variant="subtle"
                color="gray"
                justify="start"
                leftSection={<Icon size={15} />}
                onClick={() => void show(next)}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
      </aside>
      <div className={classes.picker}>
        <ActionIcon variant="default" size={36} aria-label="All files" onClick={() => open(undefined)}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <Select
          flex={1}
          aria-label="File"
          placeholder="Select a file to edit"
          searchable
          data={files.data.map(({ path }) => path)}
          value={file?.path ?? null}
          onChange={(path) => path && open(path)}
        />
        {offered.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label="Code actions">
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {mayEdit && (
                <Menu.Item leftSection={<IconFilePlus size={15} />} onClick={() => setDialog("new")}>
                  New file
                </Menu.Item>
              )}
              {offered.map(({ label, Icon, dialog: next }) => (
                <Menu.Item key={label} leftSection={<Icon size={15} />} onClick={() => void show(next)}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {file ? (
        <FileEditor
          // The right arrives after the files, and the editor is built for one or the other.
          key={`${file.path} ${mayEdit}`}
          appId={appId}
          file={file}
          mayEdit={mayEdit}
          line={line}
          surroundings={files.data.flatMap(({ path, hash }) => (path === file.path ? [] : [hash])).join()}
          onOpen={jump}
          actions={<FileActions appId={appId} path={file.path} onMoved={open} />}
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
      {dialog === "new" && <PathDialog appId={appId} onClose={() => setDialog(undefined)} onDone={open} />}
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
