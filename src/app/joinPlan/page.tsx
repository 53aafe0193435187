import { redirect } from "next/navigation";

/**
 * Every path ending in /joinPlan is rewritten here (next.config.mjs) and redirects to the upgrade dialog, which
 * requires sign-in.
 */
export default function JoinPlanPage() {
  redirect("/home?goto=upgrade_app_plan");
}
