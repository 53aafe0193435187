"use client";
import { useState } from "react";
import dynamic from "next/dynamic";
import { Button, Group, ScrollArea, Skeleton, Stack, Text, useComputedColorScheme } from "@mantine/core";
import { Modal } from "@/ui/Modal";
import type { CodeFile } from "../schema";
import { conflictsIn, mergeThreeWay } from "../merge";
import { type Conflict, withLineEnds } from "../save-queue";

const MergeEditor = dynamic(() => import("./MergeEditor").then((module) => module.MergeEditor), {
  ssr: false,
  loading: () => <Skeleton height={200} />,
});

/** Initial text of a merge: both sides' changes with conflict markers; without a known base, my text. */
function startOf({ theirs, mine, base }: Pick<Conflict, "theirs" | "mine" | "base">): string {
  const plain = (text: string) => withLineEnds(text, "");
  return base === undefined ? plain(mine) : mergeThreeWay(plain(base), plain(mine), plain(theirs)).text;
}

/** Save conflict: shows both versions, to choose one or merge. */
export function MergeDialog({
  conflict: { path, theirs, mine, base },
  language,
  onDecide,
}: {
  conflict: Conflict;
  language: CodeFile["language"];
  onDecide: (text: string) => void;
}) {
  const scheme = useComputedColorScheme("light");
  const [start] = useState(() => startOf({ theirs, mine, base }));
  const [merged, setMerged] = useState(start);
  const left = Math.ceil(conflictsIn(merged) / 2);
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      title="This file changed since you opened it"
      size="min(1100px, 96vw)"
    >
      <Stack gap={12}>
        <Text size="sm" c="dimmed">
          {path}: on the left what stands now, on the right both merged. Edit the right side, or take pieces over with
          the arrows. Theirs stays in Versions. If you take theirs, yours is gone.
        </Text>
        <ScrollArea.Autosize mah="60vh" type="auto" tabIndex={0} aria-label="Both versions">
          <MergeEditor
            theirs={withLineEnds(theirs, "")}
            merged={start}
            language={language}
            isDark={scheme === "dark"}
            onText={setMerged}
          />
        </ScrollArea.Autosize>
        <Group justify="flex-end" gap={8}>
          {left > 0 && (
            <Text size="sm" c="red" role="status" mr="auto">
              {left === 1 ? "1 place" : `${left} places`} changed on both sides. Decide each, and remove its marks.
            </Text>
          )}
          <Button variant="default" onClick={() => onDecide(theirs)}>
            Take theirs
          </Button>
          <Button disabled={left > 0} onClick={() => onDecide(withLineEnds(merged, theirs))}>
            Save merged
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
