"use client";
import { lazy, Suspense } from "react";
import { Skeleton, useComputedColorScheme } from "@mantine/core";

const DiffViewer = lazy(() => import("react-diff-viewer-continued"));

/** "Diff view turns off word diff when either side exceeds 10,000 characters; 3 context lines" (2-builder.md §9). */
const wordDiffMax = 10_000;

export function FileDiff({ before, after }: { before: string; after: string }) {
  const scheme = useComputedColorScheme("light");
  return (
    <Suspense fallback={<Skeleton height={160} />}>
      <div style={{ overflowX: "auto" }}>
        <DiffViewer oldValue={before} newValue={after} splitView={false} useDarkTheme={scheme === "dark"} extraLinesSurroundingDiff={3} disableWordDiff={Math.max(before.length, after.length) > wordDiffMax} />
      </div>
    </Suspense>
  );
}
