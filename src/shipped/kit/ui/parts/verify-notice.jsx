import { useEffect, useState } from "react";
import { MailCheck } from "lucide-react";
import { User } from "@/api/entities";
import { Button } from "@/components/ui/button";

/** @import { EntityClient } from "@/sdk/types" */

/** Whether rows are a member's by the address of their account, which counts once it is proven. @param {EntityClient} entity */
const isByAddress = (entity) =>
  JSON.stringify(entity.schema()["x-accessControl"]?.rules?.read ?? "").includes('"my address"');

/** Whether the member would see more of these tables with a proven address. @param {EntityClient[]} entities */
export function useUnproven(entities) {
  const [isUnproven, setIsUnproven] = useState(false);
  const matters = entities.some(isByAddress);
  useEffect(() => {
    if (!matters || !User.isSignedIn()) return undefined;
    let isCurrent = true;
    User.me().then(
      // Admins see all rows as it is.
      (me) => isCurrent && setIsUnproven(me.isEmailVerified === false && me.role !== "admin"),
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [matters]);
  return isUnproven;
}

/** Above the pages of members who have not proven their address. @param {{ entities: EntityClient[] }} props */
export function VerifyNotice({ entities }) {
  if (!useUnproven(entities)) return null;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-card px-4 py-3 text-sm text-card-foreground print:hidden">
      <MailCheck className="size-4 shrink-0 text-primary" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-56">Verify your email to see everything that is kept for you here.</p>
      <Button variant="outline" size="sm" onClick={() => User.verifyEmail()}>
        Verify your email
      </Button>
    </div>
  );
}
