import classes from "./messages.module.css";

/** Stands where the next words will be. */
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
