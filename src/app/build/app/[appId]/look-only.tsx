import type { ReactNode } from "react";
import { Alert } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { type AppRole, roleRefusals } from "@/api/app-role";
import classes from "./editor.module.css";

/** What a collaborator who may only look sees: everything, with its fields and buttons off. */
export function LookOnly({ role, className, children }: { role: AppRole; className?: string; children: ReactNode }) {
  if (role !== "view") return <div className={className}>{children}</div>;
  return (
    <fieldset disabled className={`${className ?? ""} ${classes.look}`}>
      <Alert variant="light" color="gray" icon={<IconEye size={18} />} radius={0}>
        {roleRefusals.edit}
      </Alert>
      {children}
    </fieldset>
  );
}
