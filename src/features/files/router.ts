import "server-only";
import { appInput, ownerProcedure, router } from "@/doors/trpc";
import { headFiles } from "@/features/versions/store";
import { toCodeFile } from "./rules";

export const filesRouter = router({
  /** Every file of the app's current version, by path. */
  list: ownerProcedure.input(appInput({})).query(async ({ ctx }) => (await headFiles(ctx.owned)).files.map(toCodeFile)),
});
