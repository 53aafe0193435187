"use client";
import { useMemo, useState } from "react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { ActionIcon, Button, Group, Select, Text, TextInput, Tooltip, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCode, IconFilePlus, IconKey, IconSearch } from "@tabler/icons-react";
import { trpc } from "@/doors/client";
import { functionName } from "@/features/functions/rules";
import { FunctionDock } from "@/features/functions/ui/FunctionDock";
import { SecretsDialog } from "@/features/secrets/ui/SecretsDialog";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { findInFiles, searchDelayMs } from "../save-queue";
import { FileActions, PathDialog } from "./FileActions";
import { FileEditor } from "./FileEditor";
import { FileTree } from "./FileTree";
import classes from "./code-panel.module.css";

/** The app's code: a tree with search beside an editor. Which file is open is in the URL. */
export function CodePanel({ appId }: { appId: string }) {
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const files = trpc.files.list.useQuery({ appId });
  const account = trpc.account.current.useQuery();
  const isAdmin = account.data?.isAdmin ?? false;
  const issues = trpc.validation.issues.useQuery({ appId }, { enabled: isAdmin });
  const [line, setLine] = useState<number>();
  const [dialog, setDialog] = useState<"new" | { secrets: string[] }>();
  const faulty = useMemo(() => new Set(issues.data?.issues.map(({ path }) => path)), [issues.data]);

  const open = (path: string | undefined, at?: number) => {
    const next = new URLSearchParams(search);
    if (path) next.set("file", path);
    else next.delete("file");
    setLine(at);
    router.replace(`${pathname}?${next}`, { scroll: false });
  };

  if (files.error) return <Failure message="Could not load code. Please try again." onRetry={() => void files.refetch()} />;
  if (!files.data)
    return (
      <Text p={16} c="dimmed">
        Loading code editor...
      </Text>
    );
  const file = files.data.find(({ path }) => path === search.get("file"));
  const ownFunction = file && functionName(file.path);
  return (
    <div className={classes.panel}>
      <aside className={classes.side}>
        <Group gap={4} p={8} wrap="nowrap">
          {isAdmin && (
            <>
              <Tooltip label="New file">
                <ActionIcon variant="subtle" color="gray" aria-label="New file" onClick={() => setDialog("new")}>
                  <IconFilePlus size={16} />
                </ActionIcon>
              </Tooltip>
              <Button size="compact-xs" variant="subtle" color="gray" leftSection={<IconKey size={14} />} onClick={() => setDialog({ secrets: [] })}>
                Manage Secrets
              </Button>
            </>
          )}
        </Group>
        <Search files={files.data} onOpen={open}>
          <FileTree files={files.data} active={file?.path} faulty={faulty} onOpen={open} />
        </Search>
      </aside>
      <Select className={classes.picker} aria-label="File" placeholder="Select a file to edit" searchable data={files.data.map(({ path }) => path)} value={file?.path ?? null} onChange={(path) => path && open(path)} />
      {file ? (
        <FileEditor
          key={file.path}
          appId={appId}
          file={file}
          isAdmin={isAdmin}
          line={line}
          issues={issues.data?.issues.filter(({ path }) => path === file.path) ?? []}
          actions={<FileActions appId={appId} path={file.path} onMoved={open} />}
          below={ownFunction && <FunctionDock key={ownFunction} appId={appId} name={ownFunction} isAdmin={isAdmin} onManageSecrets={(missing) => setDialog({ secrets: missing })} />}
        />
      ) : (
        <div className={classes.editor}>
          <EmptyState icon={<IconCode size={22} />} title="Select a file to edit" />
        </div>
      )}
      {dialog === "new" && <PathDialog appId={appId} onClose={() => setDialog(undefined)} onDone={open} />}
      {dialog && dialog !== "new" && <SecretsDialog appId={appId} wanted={dialog.secrets} onClose={() => setDialog(undefined)} />}
    </div>
  );
}

type SearchProps = { files: { path: string; content: string }[]; onOpen: (path: string, line?: number) => void; children: React.ReactNode };

/** 'Find in files...': matches take the tree's place while there are words to find. */
function Search({ files, onOpen, children }: SearchProps) {
  const [text, setText] = useState("");
  const [words] = useDebouncedValue(text, searchDelayMs);
  const found = useMemo(() => findInFiles(files, words), [files, words]);
  return (
    <>
      <TextInput size="xs" px={8} pb={8} aria-label="Find in files" placeholder="Find in files..." leftSection={<IconSearch size={14} />} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <div className={classes.scroll}>
        {words.trim() === "" ? (
          children
        ) : found.length === 0 ? (
          <Text size="xs" c="dimmed" p={12}>
            Nothing found
          </Text>
        ) : (
          found.map(({ path, lines }) => (
            <div key={path}>
              <UnstyledButton className={classes.file} onClick={() => onOpen(path)}>
                <span className={classes.fileName}>{path}</span>
              </UnstyledButton>
              {lines.map(({ number, text: content }) => (
                <UnstyledButton key={number} className={classes.match} onClick={() => onOpen(path, number)}>
                  <span className={classes.number}>{number}</span>
                  <span className={classes.fileName}>{content}</span>
                </UnstyledButton>
              ))}
            </div>
          ))
        )}
      </div>
    </>
  );
}
