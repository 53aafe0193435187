import { Skeleton } from "@mantine/core";
import classes from "./editor.module.css";

/** In place of a tool's editor while its code or its draft is loading. */
export function ToolSkeleton() {
  return (
    <main className={classes.alone}>
      <Skeleton height={320} width={480} maw="90vw" />
    </main>
  );
}
