"use client";
import type { ReactNode } from "react";
import { useSearchParams } from "next/navigation";
import { Skeleton, Tabs, Title } from "@mantine/core";
import { trpc } from "@/api/client";
import { AccountsTable } from "@/features/admin/ui/AccountsTable";
import { AuditLog } from "@/features/admin/ui/AuditLog";
import { FailedJobs } from "@/features/admin/ui/FailedJobs";
import { PlansEditor } from "@/features/admin/ui/PlansEditor";
import { SpendTable } from "@/features/admin/ui/SpendTable";
import { StorageTable } from "@/features/admin/ui/StorageTable";
import { Outbox } from "@/features/mail/ui/Outbox";
import { ModelSettings } from "@/features/models/ui/ModelSettings";
import { Failure } from "@/ui/Failure";

const sections: { value: string; label: string; render: () => ReactNode }[] = [
  { value: "accounts", label: "Accounts", render: () => <AccountsTable /> },
  { value: "plans", label: "Plans", render: () => <PlansEditor /> },
  { value: "outbox", label: "Outbox", render: () => <Outbox /> },
  { value: "models", label: "Models", render: () => <ModelSettings /> },
  { value: "spend", label: "Model spend", render: () => <SpendTable /> },
  { value: "jobs", label: "Failed jobs", render: () => <FailedJobs /> },
  { value: "storage", label: "Storage", render: () => <StorageTable /> },
  { value: "audit", label: "Audit log", render: () => <AuditLog /> },
];

/** The administrators' pages. The open section is in the URL. */
export function AdminArea() {
  const wanted = useSearchParams().get("section");
  const { value, render } = sections.find((section) => section.value === wanted) ?? sections[0]!;
  const { data: account } = trpc.account.current.useQuery();
  if (!account) return <Skeleton height={320} />;
  if (!account.isAdmin) return <Failure message="Only admins can do this" />;
  return (
    <>
      <Title order={1} mb={16}>
        Admin
      </Title>
      <Tabs
        value={value}
        // A navigation would ask the server, and leave the page without a title meanwhile.
        onChange={(next) => next && window.history.replaceState(null, "", `/admin?section=${next}`)}
        keepMounted={false}
      >
        <Tabs.List mb={20}>
          {sections.map((section) => (
            <Tabs.Tab key={section.value} value={section.value} style={{ whiteSpace: "nowrap" }}>
              {section.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={value}>{render()}</Tabs.Panel>
      </Tabs>
    </>
  );
}
