"use client";
import { useEffect, useEffectEvent, useRef } from "react";
import { MergeView } from "@codemirror/merge";
import { basicSetup, EditorState, EditorView, oneDark } from "@uiw/react-codemirror";
import type { CodeFile } from "../schema";
import { IconArrowRight } from "@tabler/icons-react";
import { languageOf } from "./CodeEditor";

type Props = {
  theirs: string;
  merged: string;
  language: CodeFile["language"];
  isDark: boolean;
  onText: (text: string) => void;
};

/** Side by side: theirs, read-only, to take pieces from, and the editable merge. */
export function MergeEditor({ theirs, merged, language, isDark, onText }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const arrow = useRef<HTMLSpanElement>(null);
  const tell = useEffectEvent(onText);
  useEffect(() => {
    const shared = [basicSetup(), languageOf(language), EditorView.lineWrapping, isDark ? oneDark : []];
    const nameOf = (name: string) => EditorView.contentAttributes.of({ "aria-label": name });
    const view = new MergeView({
      parent: place.current!,
      a: {
        doc: theirs,
        extensions: [
          shared,
          nameOf("What stands now"),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ tabindex: "0", "aria-readonly": "true" }),
          EditorView.editable.of(false),
        ],
      },
      b: {
        doc: merged,
        extensions: [
          shared,
          nameOf("Both merged"),
          EditorView.updateListener.of((update) => update.docChanged && tell(update.state.doc.toString())),
        ],
      },
      revertControls: "a-to-b",
      renderRevertControl: () => takeButton(arrow.current!),
      collapseUnchanged: {},
    });
    return () => view.destroy();
  }, [theirs, merged, language, isDark]);
  return (
    <>
      <span ref={arrow} hidden>
        <IconArrowRight size={16} aria-hidden />
      </span>
      <div ref={place} style={{ fontSize: 13 }} />
    </>
  );
}

/** @param icon the editor makes its buttons outside of React */
function takeButton(icon: HTMLElement): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...[...icon.childNodes].map((node) => node.cloneNode(true)));
  button.setAttribute("aria-label", "Take this piece over");
  return button;
}
