"use client";
import { notifications } from "@mantine/notifications";

/** "Only one toast at a time" (2-builder.md §9): each replaces the last. */
const onlyToast = "toast";

type Options = {
  /** Milliseconds; default: 4 s; 10 s for failures, 8 s with an action. */
  autoClose?: number | false;
  action?: { label: string; onClick: () => void };
};

function show(color: "green" | "red" | "gray", message: string, { autoClose, action }: Options): void {
  notifications.hide(onlyToast);
  notifications.show({
    id: onlyToast,
    color,
    autoClose: autoClose ?? (action ? 8_000 : color === "red" ? 10_000 : 4_000),
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
