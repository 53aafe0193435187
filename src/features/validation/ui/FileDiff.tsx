"use client";
import { lazy, Suspense } from "react";
import { Skeleton, useComputedColorScheme } from "@mantine/core";

const Diff = lazy(async () => ({ default: (await import("@/features/versions/ui/FileDiff")).FileDiff }));

const languageOf = (path: string) =>
  path.endsWith(".css") ? "css" : path.endsWith(".json") ? "json" : /\.tsx?$/.test(path) ? "tsx" : "jsx";

/** A repair's changes in one file. The viewer is lazy. */
export function FileDiff({ path, before, after }: { path: string; before: string; after: string }) {
  const scheme = useComputedColorScheme("light");
  return (
    <Suspense fallback={<Skeleton height={160} />}>
      <div style={{ overflowX: "auto" }}>
        <Diff before={before} after={after} language={languageOf(path)} isDark={scheme === "dark"} />
      </div>
    </Suspense>
  );
}
