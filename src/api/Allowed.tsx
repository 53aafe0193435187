"use client";
import type { ReactNode } from "react";
import { Alert } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import type { Right } from "./app-role";
import { useRights } from "./use-rights";

type Props = { appId: string; right: Right; className?: string; children: ReactNode };

/** For whoever lacks a right: everything is there to be read, with its fields and buttons off, below the reason. */
export function Allowed({ appId, right, className, children }: Props) {
  const refusal = useRights(appId).refusal(right);
  if (!refusal) return <div className={className}>{children}</div>;
  return (
    <div className={className}>
      <fieldset disabled style={{ display: "contents" }}>
        <Alert variant="light" color="gray" py={8} mb={12} icon={<IconEye size={18} />}>
          {refusal}
        </Alert>
        {children}
      </fieldset>
    </div>
  );
}
