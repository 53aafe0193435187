"use client";
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useMemo, useState } from "react";
import { failureOf, type RouterInputs, type RouterOutputs, trpc } from "@/api/client";
import type { AppKind } from "@/features/apps/schema";
import { conflictsOf, isSame, type SaveAction, type SaveStatus, saveStatus, type Values, valuesOf } from "../save-flow";
import type { EditedTool } from "@/features/tools/schema";
import { readDraft } from "./kept-draft";
import { type Send, useSaveFlow } from "./use-save-flow";

type Conflict = ReturnType<typeof conflictsOf>[number];

/** What the panels of a tool, or of an app, show and change. Changes save themselves. */
export type Draft = {
  appId: string;
  kind: AppKind;
  /** Null: the app itself is edited. */
  tool: EditedTool;
  editor: RouterOutputs["settings"]["get"]["editor"];
  /** Whether texts can be rewritten by a model. */
  hasModel: boolean;
  texts: Values;
  style: Values;
  settings: Values;
  setText: (key: string, value: unknown) => void;
  setStyle: (key: string, value: unknown) => void;
  setSetting: (key: string, value: unknown) => void;
  status: SaveStatus;
  refusal: string | undefined;
  conflicts: Conflict[];
  resolve: (conflict: Conflict, take: "mine" | "theirs") => void;
  /** Saves at once. @returns whether everything is saved */
  force: () => Promise<boolean>;
};

const DraftContext = createContext<Draft | undefined>(undefined);

/** @throws outside of a DraftProvider */
export function useDraft(): Draft {
  const draft = use(DraftContext);
  if (!draft) throw new Error("No tool is edited here");
  return draft;
}

type Props = {
  app: { appId: string; kind: AppKind };
  toolId: string | null;
  /** Shown until everything is there, or with the reason why it is not. */
  renderFallback: (failure: { message: string; retry: () => void } | undefined) => ReactNode;
  children: ReactNode;
};

const appTypes = { tool: "AI tool", app: "AI app" } as const;
type AppBody = RouterInputs["apps"]["save"]["body"];

/** The spec's body of a save: what an app is decides under which name its texts travel. */
function bodyOf(kind: AppKind, texts: Values): AppBody {
  if (kind === "tool" || kind === "app") return { appType: appTypes[kind], app: texts };
  return { appType: "gen-app", genApp: texts };
}

const asValues = (value: unknown): Values => (typeof value === "object" && value !== null ? (value as Values) : {});

/** The settings that differ from the ones that were seen: those that are an admin's stay out of anybody else's save. */
function changedOf(before: unknown, after: unknown): Values {
  const [old, next] = [asValues(before), asValues(after)];
  const keys = new Set([...Object.keys(old), ...Object.keys(next)]);
  return Object.fromEntries(
    [...keys].filter((key) => !isSame(old[key], next[key])).map((key) => [key, next[key] ?? null]),
  );
}

/** Loads what is edited, and saves what changes. */
export function DraftProvider({ app: { appId, kind }, toolId, renderFallback, children }: Props) {
  const utils = trpc.useUtils();
  const toolInput = { appId, ...(toolId !== null && { toolId }) };
  const tool = trpc.tools.get.useQuery(toolInput);
  const looks = trpc.settings.get.useQuery({ appId });
  const saveApp = trpc.apps.save.useMutation({ meta: { quiet: true } });
  const saveTool = trpc.tools.save.useMutation({ meta: { quiet: true } });
  const saveStyle = trpc.settings.saveStyle.useMutation({ meta: { quiet: true } });
  const saveSettings = trpc.settings.save.useMutation({ meta: { quiet: true } });

  const send: Send = async (part, change, { revision, saved }) => {
    if (part === "style") return (await saveStyle.mutateAsync({ appId, appStyle: change, revision })).revision;
    if (part === "settings") return (await saveSettings.mutateAsync({ appId, appSettings: change, revision })).revision;
    if (toolId === null) {
      const answer = await saveApp.mutateAsync({ appId, body: bodyOf(kind, change), revision });
      void utils.apps.get.invalidate({ appId });
      return answer.revision;
    }
    const own = "settings" in change ? { ...change, settings: changedOf(saved.settings, change.settings) } : change;
    const answer = await saveTool.mutateAsync({ appId, toolId, tool: own, revision });
    if ("header" in change) void utils.tools.list.invalidate({ appId });
    return answer.revision;
  };
  const { state, dispatch, force } = useSaveFlow(appId, toolId, send);

  const [kept] = useState(() => (typeof window === "undefined" ? {} : readDraft(appId, toolId)));
  const open = useEffectEvent((action: Omit<Extract<SaveAction, { type: "open" }>, "type" | "kept">) =>
    dispatch({ type: "open", ...action, kept: kept[action.part] }),
  );
  useEffect(() => {
    if (!tool.data) return;
    const { data, title, revision } = tool.data;
    open({ part: "tool", revision, values: { ...data, header: title } });
  }, [tool.data]);
  useEffect(() => {
    if (!looks.data) return;
    open({ part: "style", revision: looks.data.style.revision, values: looks.data.style.data });
    open({ part: "settings", revision: looks.data.settings.revision, values: looks.data.settings.data });
  }, [looks.data]);

  const { tool: toolPart, style: stylePart, settings: settingsPart } = state.parts;
  const draft = useMemo((): Draft | undefined => {
    if (!tool.data || !looks.data || !toolPart || !stylePart || !settingsPart) return undefined;
    const texts = valuesOf(toolPart);
    const appSettings = valuesOf(settingsPart);
    const now = () => Date.now();
    const setText = (key: string, value: unknown) => dispatch({ type: "edit", part: "tool", key, value, now: now() });
    return {
      appId,
      kind,
      tool: tool.data,
      editor: looks.data.editor,
      hasModel: looks.data.hasModel,
      texts,
      style: valuesOf(stylePart),
      // A tool's own settings win over the app's.
      settings: toolId === null ? appSettings : { ...appSettings, ...asValues(texts.settings) },
      setText,
      setStyle: (key, value) => dispatch({ type: "edit", part: "style", key, value, now: now() }),
      setSetting: (key, value) =>
        toolId === null
          ? dispatch({ type: "edit", part: "settings", key, value, now: now() })
          : setText("settings", { ...asValues(texts.settings), [key]: value }),
      status: saveStatus(state),
      refusal: state.refusal?.message,
      conflicts: conflictsOf(state),
      resolve: ({ part, key }, take) => dispatch({ type: "resolve", part, key, take }),
      force,
    };
  }, [appId, kind, toolId, tool.data, looks.data, toolPart, stylePart, settingsPart, state, dispatch, force]);

  const error = tool.error ?? looks.error;
  if (!draft) {
    const retry = () => void Promise.all([tool.refetch(), looks.refetch()]);
    return renderFallback(error ? { message: failureOf(error).message, retry } : undefined);
  }
  return <DraftContext value={draft}>{children}</DraftContext>;
}
