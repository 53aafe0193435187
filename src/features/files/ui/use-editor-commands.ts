"use client";
import { useCallback } from "react";
import type { EditorView } from "@uiw/react-codemirror";
import { failureOf, trpc } from "@/api/client";
import { notify, notifyFailure } from "@/ui/notify";
import { changedPiece, formatFile } from "../format-file";
import { codeEditor } from "./code-editor";

type Options = {
  appId: string;
  path: string;
  isReadOnly: boolean;
  /** Opens another file of the app. */
  onOpen: (path: string, line: number) => void;
};

/** Commands of the editor for its keymap: they return at once that they took the key, and report failures. */
export function useEditorCommands({ appId, path, isReadOnly, onOpen }: Options) {
  const { mutateAsync: findDefinition } = trpc.files.definition.useMutation({ meta: { quiet: true } });

  const goToDefinition = useCallback(
    (from: EditorView, offset: number): true => {
      const go = async () => {
        const place = await findDefinition({ appId, path, content: from.state.doc.toString(), offset });
        if (!place) notify("Nothing in this app defines this");
        else if (place.path === path) (await codeEditor()).jumpTo(from, place.offset);
        else onOpen(place.path, place.line);
      };
      go().catch((error: unknown) => notifyFailure(failureOf(error).message));
      return true;
    },
    [appId, path, findDefinition, onOpen],
  );

  const format = useCallback(
    (from: EditorView): true => {
      const go = async () => {
        const before = from.state.doc.toString();
        const { text, cursor } = await formatFile(path, before, from.state.selection.main.head);
        // The text changed meanwhile: drop the formatted one.
        if (from.state.doc.toString() !== before) return;
        if (text === before) notify("This file is formatted");
        else
          from.dispatch({
            changes: changedPiece(before, text),
            selection: { anchor: cursor },
            scrollIntoView: true,
            userEvent: "input.format",
          });
      };
      if (!isReadOnly) go().catch((error: unknown) => notifyFailure(failureOf(error).message));
      return true;
    },
    [path, isReadOnly],
  );
  return { goToDefinition, format };
}
