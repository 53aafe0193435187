import { isOpen, stageWords } from "../rules";
import { type ContextItem, stages } from "../schema";
import classes from "./sources.module.css";

/** Where an item is on its way into the index, and where it stopped. */
export function StageLine({ item }: { item: ContextItem }) {
  const isFailed = item.status === "error" || item.status === "usage_limit_reached";
  const reached = isFailed ? (item.stageTimes.at(-1)?.stage ?? item.stage) : item.stage;
  const at = stages.findIndex((stage) => stage === reached);
  const stateOf = (index: number) =>
    index < at ? "done" : index > at ? "next" : isFailed ? "failed" : isOpen(item.status) ? "now" : "done";
  return (
    <ol className={classes.stages} aria-label="Stages">
      {stages.map((stage, index) => (
        <li
          key={stage}
          className={classes.stage}
          data-state={stateOf(index)}
          aria-current={stateOf(index) === "now" ? "step" : undefined}
        >
          {stageWords[stage]}
        </li>
      ))}
    </ol>
  );
}
