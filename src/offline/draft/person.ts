import "server-only";
import type { Person } from "@/engines/model/schema";

/** Where a wish that goes beyond the offline builder leads: only to what exists for this person. */
export const modelHint = ({ isAdmin }: Person): string =>
  isAdmin
    ? "connect an AI model (MODEL_PROVIDER and MODEL_API_KEY in this installation's environment)"
    : "ask whoever runs this installation to connect an AI model";

/** Only admins may edit code (1-platform.md §6). */
export const editHint = ({ isAdmin }: Person): string => (isAdmin ? ", or edit the code under Edit Code" : "");
export const faultHint = ({ isAdmin }: Person): string => (isAdmin ? ", or look at the file under Edit Code" : "");
