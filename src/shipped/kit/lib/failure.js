import { toast } from "sonner";

/** @param {unknown} error */
export const reasonOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Says in a toast what went wrong, and why: once, also where a list and the form that asked it both tell the same failure.
 * @param {string} title @param {unknown} error
 */
export const toastFailure = (title, error) => {
  const description = reasonOf(error);
  return toast.error(title, { id: `failure ${description}`, description });
};
