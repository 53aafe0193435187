"use client";
import { useEffect, useMemo, useRef } from "react";
import { css } from "@codemirror/lang-css";
import { javascript } from "@codemirror/lang-javascript";
import { json } from "@codemirror/lang-json";
import { type Diagnostic, forEachDiagnostic, linter, lintGutter } from "@codemirror/lint";
import CodeMirror, { EditorView, keymap, StateEffect, tooltips } from "@uiw/react-codemirror";
import { useComputedColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import type { Diagnosis } from "@/features/validation/schema";
import { diagnoseDelayMs } from "../save-queue";
import type { CodeFile } from "../schema";

type Props = {
  path: string;
  text: string;
  language: CodeFile["language"];
  isReadOnly: boolean;
  /** Line to jump to; a new object jumps again, even to the same line. */
  line: { number: number } | undefined;
  onText: (text: string) => void;
  onView: (view: EditorView) => void;
  /** Finds problems to mark. The editor is rebuilt when this or `goTo` changes identity. */
  diagnose: (text: string) => Promise<Diagnosis[]>;
  /** Changes with other files, which may change this one's problems. */
  surroundings: string;
  /** Go to definition. Returns true, as CodeMirror commands do when they handle a key. */
  goTo: (view: EditorView, offset: number) => true;
  format: (view: EditorView) => true;
};

export const languageOf = (language: CodeFile["language"]) =>
  language === "css"
    ? css()
    : language === "json"
      ? json()
      : javascript({ jsx: true, typescript: language === "typescript" });

/** Carries the new `surroundings`. */
const lookAgain = StateEffect.define<string>();

/** A problem as a CodeMirror diagnostic, with its fix for as long as the text is unchanged. */
function toDiagnostic(
  { start, end, severity, message, fix }: Diagnosis,
  text: string,
  isReadOnly: boolean,
): Diagnostic {
  const actions = fix && !isReadOnly ? [{ name: "Fix", apply: (view: EditorView) => applyFix(view, fix, text) }] : [];
  return { from: start, to: end, severity, message, actions };
}

function marksIn({ state }: EditorView): Diagnostic[] {
  const marks: Diagnostic[] = [];
  forEachDiagnostic(state, (mark, from, to) => marks.push({ ...mark, from, to }));
  return marks;
}

/** Applies a fix, if the text is still the one that it was made for. */
export function applyFix(view: EditorView, { edits }: NonNullable<Diagnosis["fix"]>, text: string): boolean {
  if (view.state.doc.toString() !== text) return false;
  view.dispatch({
    changes: edits.map(({ start, end, text: insert }) => ({ from: start, to: end, insert })),
    scrollIntoView: true,
    userEvent: "input.fix",
  });
  return true;
}

/** Moves the cursor to an offset and centres it. */
export function jumpTo(view: EditorView, offset: number): void {
  const at = Math.min(offset, view.state.doc.length);
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
  view.focus();
}

function jumpToLine(view: EditorView, line: Props["line"]): void {
  if (line && line.number <= view.state.doc.lines) jumpTo(view, view.state.doc.line(line.number).from);
}

/** The CodeMirror editor. */
export function CodeEditor({
  path,
  text,
  language,
  isReadOnly,
  line,
  onText,
  onView,
  diagnose,
  surroundings,
  goTo,
  format,
}: Props) {
  const editor = useRef<EditorView>(null);
  const scheme = useComputedColorScheme("light");
  const isMounted = useMounted();
  const extensions = useMemo(
    () => [
      languageOf(language),
      EditorView.lineWrapping,
      // With a tabindex the text can be scrolled by the keyboard where it cannot be edited.
      EditorView.contentAttributes.of({ "aria-label": `Code of ${path}`, tabindex: "0" }),
      // Keep tooltips within the editor, off its header.
      tooltips({ tooltipSpace: (view) => view.scrollDOM.getBoundingClientRect() }),
      isReadOnly ? EditorView.contentAttributes.of({ "aria-readonly": "true" }) : [],
      lintGutter(),
      linter(
        async (view) => {
          const current = view.state.doc.toString();
          // On a lost connection leave the marks as they are.
          return diagnose(current).then(
            (list) => list.map((one) => toDiagnostic(one, current, isReadOnly)),
            () => marksIn(view),
          );
        },
        {
          delay: diagnoseDelayMs,
          needsRefresh: ({ transactions }) =>
            transactions.some(({ effects }) => effects.some((effect) => effect.is(lookAgain))),
        },
      ),
      keymap.of([
        { key: "F12", run: (view) => goTo(view, view.state.selection.main.head) },
        { key: "Shift-Alt-f", run: format },
      ]),
      EditorView.domEventHandlers({
        // While the modifier key is held, show names as links.
        mousemove: (event, view) => void view.contentDOM.classList.toggle("cm-jump", event.ctrlKey || event.metaKey),
        keyup: (_event, view) => view.contentDOM.classList.remove("cm-jump"),
        mousedown: (event, view) => {
          if (event.button !== 0 || !(event.ctrlKey || event.metaKey) || event.altKey) return false;
          const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
          if (offset === null) return false;
          event.preventDefault();
          return goTo(view, offset);
        },
      }),
    ],
    [language, path, isReadOnly, diagnose, goTo, format],
  );
  useEffect(() => {
    if (editor.current) jumpToLine(editor.current, line);
  }, [line]);
  useEffect(() => editor.current?.dispatch({ effects: lookAgain.of(surroundings) }), [surroundings]);
  const start = (view: EditorView) => {
    editor.current = view;
    onView(view);
    jumpToLine(view, line);
  };
  return (
    <CodeMirror
      key={path}
      onCreateEditor={start}
      value={text}
      height="100%"
      style={{ height: "100%", fontSize: 13 }}
      theme={isMounted && scheme === "dark" ? "dark" : "light"}
      extensions={extensions}
      editable={!isReadOnly}
      readOnly={isReadOnly}
      onChange={onText}
    />
  );
}
