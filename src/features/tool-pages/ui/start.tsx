import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { readToolAddress, toolAddress } from "../rules";
import type { ToolView } from "@/features/runs/schema";
import { appPath, call, CallError, config, takeToken, toolPath } from "./call";
import { lookOf } from "./look";
import { Entry } from "./Entry";
import { ToolPage } from "./ToolPage";
import "./page.css";

type List = {
  appName: string;
  style: Record<string, unknown>;
  tools: { path: string; title: string; imageUrl: string | null }[];
};

function useAddress(): [string, (address: string) => void] {
  const [pathname, setPathname] = useState(window.location.pathname);
  useEffect(() => {
    const read = () => setPathname(window.location.pathname);
    window.addEventListener("popstate", read);
    return () => window.removeEventListener("popstate", read);
  }, []);
  const [go] = useState(() => (address: string) => {
    window.history.pushState(null, "", address);
    setPathname(address);
  });
  return [pathname, go];
}

/** In the builder's frame: the tool as it is being edited. Only the frame's own parent is heard. */
function useDraft(): ToolView | undefined {
  const [draft, setDraft] = useState<ToolView>();
  useEffect(() => {
    if (config.mode !== "preview" || window.parent === window) return;
    const hear = ({ source, data }: MessageEvent<{ type?: string; view?: ToolView } | null>) => {
      if (source === window.parent && data?.type === "tool_draft") setDraft(data.view);
    };
    window.addEventListener("message", hear);
    // The builder's address is not known here, and this tells nothing.
    window.parent.postMessage({ type: "tool_page_ready" }, "*");
    return () => window.removeEventListener("message", hear);
  }, []);
  return draft;
}

/** The page of an app's tools: one of them, one of its results, or the list of all. */
function Page() {
  const [pathname, go] = useAddress();
  const [problem, setProblem] = useState("");
  const [tool, setTool] = useState<ToolView>();
  const [list, setList] = useState<List>();
  const address = readToolAddress(pathname);
  const path = address?.path ?? config.path;
  const draft = useDraft();
  useEffect(() => {
    const read =
      path === undefined
        ? call<List>("GET", appPath("/tools")).then(setList)
        : call<ToolView>("GET", toolPath(path, "/view")).then(setTool);
    read.catch((error: unknown) =>
      setProblem(error instanceof CallError ? error.message : "This page cannot be shown"),
    );
  }, [path]);
  // What the builder types is shown before it is saved; the tools that fields can choose from are the server's to say.
  const shown = tool && draft?.path === tool.path ? { ...draft, tools: tool.tools } : tool;
  const style = shown?.style ?? list?.style;
  useEffect(() => {
    if (!style) return;
    const { name, variables } = lookOf(style);
    const root = document.documentElement;
    root.dataset.look = name;
    // Also those of an earlier draft, which this one has no more.
    for (const key of Array.from(root.style)) if (key.startsWith("--")) root.style.removeProperty(key);
    for (const [key, value] of Object.entries(variables)) root.style.setProperty(key, value);
  }, [style]);
  if (problem)
    return (
      <main>
        <div className="card empty">
          <h1>{problem}</h1>
          <a className="button" href="/">
            Go to {config.appName}
          </a>
        </div>
      </main>
    );
  return (
    <>
      {shown && path !== undefined ? <ToolPage tool={shown} runId={address?.runId} go={go} /> : null}
      {list && path === undefined ? <Tools list={list} /> : null}
      {!tool && !list && <div className="card lines" role="status" aria-label="Loading" />}
      {style && !lookOf(style).isPlain && <footer className="mark unprinted">Made with Joinery</footer>}
    </>
  );
}

function Tools({ list: { appName, tools } }: { list: List }) {
  return (
    <>
      {config.enter !== undefined && (
        <nav className="bar unprinted" aria-label="App">
          <Entry />
        </nav>
      )}
      <header className="title">
        <h1>{appName}</h1>
      </header>
      <main>
        {tools.length === 0 && (
          <div className="card empty">
            <h2>There is nothing to run here yet</h2>
            <p>Come back when its builder has activated a tool.</p>
          </div>
        )}
        <div className="cards">
          {tools.map(({ path, title, imageUrl }) => (
            <a key={path} className="card tool" href={toolAddress(path)}>
              {imageUrl && <img src={imageUrl} alt="" />}
              <strong>{title || path}</strong>
            </a>
          ))}
        </div>
      </main>
    </>
  );
}

takeToken();
createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);
