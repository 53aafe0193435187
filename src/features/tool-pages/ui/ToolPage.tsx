import { useCallback, useEffect, useState } from "react";
import { type FieldValue, type Memory, type ToolView } from "@/features/runs/schema";
import { toolAddress } from "../rules";
import { call, CallError, config, type Issue, memoriesPath, toolPath } from "./call";
import { Entry } from "./Entry";
import { History } from "./History";
import { Result } from "./Result";
import { type Entered, ToolForm } from "./ToolForm";
import { useRun } from "./use-run";

/** A tool: its form, and the result that its address names. */
export function ToolPage({
  tool,
  runId,
  go,
}: {
  tool: ToolView;
  runId: string | undefined;
  go: (address: string) => void;
}) {
  const run = useRun(tool.path, runId);
  const [first, setFirst] = useState<Entered>();
  const [round, setRound] = useState(0);
  const [issues, setIssues] = useState<Issue[]>([]);
  const [problem, setProblem] = useState("");
  const [needsMember, setNeedsMember] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  useEffect(() => {
    if (runId !== undefined || first) return;
    remembered(tool).then(
      (fields) => setFirst({ input: "", fields }),
      () => setFirst({ input: "", fields: {} }),
    );
  }, [tool, runId, first]);
  const submit = async ({ input, fields }: Entered) => {
    setIsBusy(true);
    setIssues([]);
    setProblem("");
    setFirst({ input, fields });
    try {
      const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
      const made = await call<{ runId: string }>("POST", toolPath(tool.path, "/runs"), {
        body: { input, fields: filled },
      });
      go(toolAddress(tool.path, made.runId));
      window.scrollTo({ top: 0 });
    } catch (error) {
      if (error instanceof CallError) setIssues(error.issues);
      setNeedsMember(error instanceof CallError && error.code === "membership-needed");
      setProblem(error instanceof CallError ? error.message : "That did not work. Try again.");
    }
    setIsBusy(false);
  };
  const again = useCallback(() => {
    const { view } = run;
    if (view?.isMine) setFirst({ input: view.input, fields: view.fields });
    setRound((count) => count + 1);
    go(toolAddress(tool.path));
  }, [run, tool.path, go]);
  return (
    <>
      <nav className="bar unprinted" aria-label="Tool">
        <a href="/" className="brand">
          {config.appName}
        </a>
        <Entry />
        <button type="button" className="quiet" onClick={() => setIsHistoryOpen(true)}>
          My results
        </button>
      </nav>
      <header className="title">
        <Logo address={tool.style.logoUrl} />
        <h1>{tool.header}</h1>
        {tool.description && <p>{tool.description}</p>}
      </header>
      <main>
        {!tool.isActive && <p className="note">This tool is a draft: only you can see it.</p>}
        {runId === undefined ? (
          <>
            {tool.welcomeMessage && <p className="welcome">{tool.welcomeMessage}</p>}
            {problem && (
              <p role="alert" className="note bad">
                {problem} {needsMember && config.enter && <a href={config.enter}>Sign in or become a member</a>}
              </p>
            )}
            {first ? (
              <ToolForm
                key={round}
                tool={tool}
                first={first}
                isBusy={isBusy}
                issues={issues}
                onSubmit={(entered) => void submit(entered)}
              />
            ) : (
              <div className="card lines" role="status" aria-label="Loading">
                <span />
              </div>
            )}
          </>
        ) : (
          <Result tool={tool} run={run} onAgain={again} onDeleted={() => go(toolAddress(tool.path))} />
        )}
      </main>
      {isHistoryOpen && (
        <History
          tool={tool}
          onClose={() => setIsHistoryOpen(false)}
          onOpen={(id) => {
            setIsHistoryOpen(false);
            go(toolAddress(tool.path, id));
          }}
        />
      )}
    </>
  );
}

/** What the app remembers of the visitor, for the fields that this tool has. */
async function remembered(tool: ToolView): Promise<Record<string, FieldValue>> {
  const names = new Set(tool.fields.flatMap(({ name, isMemorized }) => (isMemorized ? [name] : [])));
  if (names.size === 0) return {};
  const memories = await call<Memory[]>("GET", memoriesPath);
  return Object.fromEntries(memories.flatMap(({ key, value }) => (names.has(key) ? [[key, value] as const] : [])));
}

function Logo({ address }: { address: unknown }) {
  if (typeof address !== "string" || !/^(https?:\/\/|\/files\/)/.test(address)) return null;
  return <img className="logo" src={address} alt="" />;
}
