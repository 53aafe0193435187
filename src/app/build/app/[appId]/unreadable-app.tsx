import { Button } from "@mantine/core";
import { failureOf } from "@/api/client";
import { Failure } from "@/ui/Failure";
import classes from "./editor.module.css";

type Props = { error: unknown; onRetry: () => void };

/** In place of an editor whose app cannot be read: why, another try, and the way home. */
export function UnreadableApp({ error, onRetry }: Props) {
  return (
    <main className={classes.alone}>
      <Failure message={failureOf(error).message} onRetry={onRetry} />
      <Button variant="subtle" component="a" href="/home">
        Back to your apps
      </Button>
    </main>
  );
}
