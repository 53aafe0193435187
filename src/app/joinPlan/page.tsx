import { redirect } from "next/navigation";

/** Every path that ends in /joinPlan leads here (next.config.mjs), and on to the upgrade dialog, which needs somebody who is signed in. */
export default function JoinPlanPage() {
  redirect("/home?goto=upgrade_app_plan");
}
