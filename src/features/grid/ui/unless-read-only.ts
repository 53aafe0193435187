import { roleRefusals } from "@/api/app-role";
import { notify } from "@/ui/notify";

/** A collaborator who may only look is told so, rather than by the server's refusal. */
export const unlessReadOnly = (isReadOnly: boolean, work: () => void): (() => void) =>
  isReadOnly ? () => notify(roleRefusals.edit) : work;
