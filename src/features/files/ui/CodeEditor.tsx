"use client";
import { useEffect, useMemo, useRef } from "react";
import { css } from "@codemirror/lang-css";
import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import CodeMirror, { EditorView, type ReactCodeMirrorRef } from "@uiw/react-codemirror";
import { useComputedColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import type { CodeFile } from "../schema";

type Props = { path: string; text: string; language: CodeFile["language"]; isReadOnly: boolean; line: number | undefined; onText: (text: string) => void };

const languageOf = (language: CodeFile["language"]) => (language === "css" ? css() : language === "json" ? json() : javascript({ jsx: true, typescript: language === "typescript" }));

/** The editor itself. It jumps to a line when it is given one. */
export function CodeEditor({ path, text, language, isReadOnly, line, onText }: Props) {
  const editor = useRef<ReactCodeMirrorRef>(null);
  const scheme = useComputedColorScheme("light");
  const isMounted = useMounted();
  const extensions = useMemo(() => [languageOf(language), EditorView.lineWrapping, EditorView.contentAttributes.of({ "aria-label": `Code of ${path}` })], [language, path]);
  useEffect(() => {
    const view = editor.current?.view;
    if (!view || !line || line > view.state.doc.lines) return;
    const { from } = view.state.doc.line(line);
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    view.focus();
  }, [line]);
  return <CodeMirror key={path} ref={editor} value={text} height="100%" style={{ height: "100%", fontSize: 13 }} theme={isMounted && scheme === "dark" ? "dark" : "light"} extensions={extensions} editable={!isReadOnly} readOnly={isReadOnly} onChange={onText} />;
}
