import classes from "./messages.module.css";

/** Placeholder of the next words. */
export function Thinking({ label = "Thinking" }: { label?: string }) {
  return (
    <div className={classes.thinking} role="status">
      <span className={classes.dots} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      {label}
    </div>
  );
}
