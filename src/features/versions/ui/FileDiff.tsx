"use client";
import DiffViewer, { DiffMethod } from "react-diff-viewer-continued";
import { useMediaQuery } from "@mantine/hooks";
import { contextLines, isWordDiffOff } from "../show-changes";
import { diffStyles, diffTokens } from "./diff-styles";

type Props = { before: string; after: string; language: string; isDark: boolean };

/**
 * Diff of one file, side by side where there is room. Without the viewer's worker: it is a blob script, which our
 * Content-Security-Policy refuses.
 */
export function FileDiff({ before, after, language, isDark }: Props) {
  const isWide = useMediaQuery("(min-width: 64em)");
  return (
    <DiffViewer
      oldValue={before}
      newValue={after}
      splitView={isWide && before !== "" && after !== ""}
      hideLineNumbers={!isWide}
      showDiffOnly
      extraLinesSurroundingDiff={contextLines}
      compareMethod={DiffMethod.WORDS}
      disableWordDiff={isWordDiffOff(before, after)}
      highlightLanguage={language}
      highlightTheme={isDark ? diffTokens.dark : diffTokens.light}
      useDarkTheme={isDark}
      disableWorker
      hideSummary
      styles={diffStyles}
    />
  );
}
