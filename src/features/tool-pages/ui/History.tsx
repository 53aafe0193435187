import { useEffect, useRef, useState } from "react";
import { fieldText } from "@/features/runs/tool/check-fields";
import { toolAddress } from "../rules";
import type { Memory, RunStatus, ToolView } from "@/features/runs/schema";
import { call, CallError, memoriesPath, toolPath } from "./call";

type Item = { runId: string; status: RunStatus; title: string; createdAt: string };
type Page = { items: Item[]; nextBefore: string | null };

type Props = { tool: ToolView; onOpen: (runId: string) => void; onClose: () => void };

const when = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
const stateWords: Partial<Record<RunStatus, string>> = {
  queued: "in the making",
  streaming: "in the making",
  failed: "failed",
  stopped: "stopped",
};

/** The visitor's own results of this tool, and what the app remembers of them. */
export function History({ tool, onOpen, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [pages, setPages] = useState<Page[]>();
  const [memories, setMemories] = useState<Memory[]>([]);
  const [problem, setProblem] = useState("");
  const [fail] = useState(
    () => (error: unknown) => setProblem(error instanceof CallError ? error.message : "This cannot be shown right now"),
  );
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    call<Page>("GET", toolPath(tool.path, "/runs")).then((page) => setPages([page]), fail);
    call<Memory[]>("GET", memoriesPath).then(setMemories, () => undefined);
  }, [tool.path, fail]);
  const next = pages?.at(-1)?.nextBefore;
  const items = pages?.flatMap((page) => page.items);
  const forget = (key: string) =>
    call("DELETE", `${memoriesPath}&key=${encodeURIComponent(key)}`).then(
      () => setMemories((all) => all.filter((one) => one.key !== key)),
      fail,
    );
  return (
    <dialog
      ref={dialog}
      className="drawer"
      aria-label="My results"
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
    >
      <div>
        <header className="row">
          <h2>My results</h2>
          <button type="button" className="quiet" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </header>
        {problem && (
          <p role="alert" className="problem">
            {problem}
          </p>
        )}
        {!items && !problem && <div className="lines" role="status" aria-label="Loading" />}
        {items?.length === 0 && (
          <p className="hint">Results that you make are kept here, for this browser alone unless you are signed in.</p>
        )}
        <ul className="runs">
          {items?.map(({ runId, title, status, createdAt }) => (
            <li key={runId}>
              <a
                href={toolAddress(tool.path, runId)}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey) return;
                  event.preventDefault();
                  onOpen(runId);
                }}
              >
                {title}
                <small>
                  {when.format(new Date(createdAt))}
                  {stateWords[status] && ` · ${stateWords[status]}`}
                </small>
              </a>
            </li>
          ))}
        </ul>
        {next && (
          <button
            type="button"
            className="button"
            onClick={() =>
              void call<Page>("GET", toolPath(tool.path, `/runs?before=${next}`)).then(
                (page) => setPages((all = []) => [...all, page]),
                fail,
              )
            }
          >
            Show more
          </button>
        )}
        {memories.length > 0 && (
          <section>
            <h2>What this app remembers</h2>
            <ul className="runs">
              {memories.map(({ key, value }) => {
                const label = tool.fields.find(({ name }) => name === key)?.label ?? key;
                return (
                  <li key={key} className="row">
                    <span>
                      {label}: {fieldText(value)}
                    </span>
                    <button
                      type="button"
                      className="quiet"
                      aria-label={`Forget ${label}`}
                      onClick={() => void forget(key)}
                    >
                      Forget
                    </button>
                  </li>
                );
              })}
            </ul>
          </section>
        )}
      </div>
    </dialog>
  );
}
