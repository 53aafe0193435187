"use client";
import { notifications } from "@mantine/notifications";

/** "Only one toast at a time" (2-builder.md §9): each replaces the last. */
const onlyToast = "toast";

type Options = {
  /** Milliseconds; default: 4 s; 10 s for failures, 8 s with an action. */
  autoClose?: number | false;
  action?: { label: string; onClick: () => void };
};

/**
 * Mantine goes on with the timer of the toast that is replaced unless its time differs: alternate by a millisecond, so
 * that no message vanishes with the rest of the last one's time.
 */
let shown = 0;

function show(color: "green" | "red" | "gray", message: string, { autoClose, action }: Options): void {
  const time = autoClose ?? (action ? 8_000 : color === "red" ? 10_000 : 4_000);
  shown += 1;
  notifications.hide(onlyToast);
  notifications.show({
    id: onlyToast,
    color,
    autoClose: time === false ? false : time + (shown % 2),
    message: action ? (
      <>
        {message}{" "}
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            notifications.hide(onlyToast);
            action.onClick();
          }}
        >
          {action.label}
        </button>
      </>
    ) : (
      message
    ),
  });
}

export const notifySuccess = (message: string, options: Options = {}): void => show("green", message, options);
export const notifyFailure = (message: string, options: Options = {}): void => show("red", message, options);
/** Neutral news, such as an undoable change. */
export const notify = (message: string, options: Options = {}): void => show("gray", message, options);
