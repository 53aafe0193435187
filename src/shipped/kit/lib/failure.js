import { toast } from "sonner";

/** Says in a toast what went wrong, and why. @param {string} title @param {unknown} error */
export const toastFailure = (title, error) =>
  toast.error(title, { description: error instanceof Error ? error.message : String(error) });
