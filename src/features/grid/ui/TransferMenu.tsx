"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconFileExport, IconFileImport, IconTableExport } from "@tabler/icons-react";
import { roleRefusals } from "@/api/app-role";
import { notify } from "@/ui/notify";
import type { TableHistory } from "@/features/entities/ui/use-edit-history";
import type { EntitySchema } from "@/features/rows/schema";
import { exportUrl } from "./export-url";

const ImportWizard = dynamic(() => import("@/features/imports/ui/ImportWizard").then((module) => module.ImportWizard), {
  ssr: false,
});

type Props = {
  at: { appId: string; entity: string };
  schema: EntitySchema;
  history: TableHistory;
  isReadOnly: boolean;
  /** What the table shows, which is what is exported. */
  shown: { q: Record<string, unknown> | undefined; sort: string | undefined; count: number | undefined };
};

/** Import and export of a table's rows. */
export function TransferMenu({ at, schema, history, isReadOnly, shown: { q, sort, count } }: Props) {
  const [isImporting, setIsImporting] = useState(false);
  /** @param isGuarded protects spreadsheets from formula injection */
  const exportRows = (isGuarded: boolean) =>
    count === 0 ? notify("No data to export") : window.location.assign(exportUrl({ ...at, q, sort, isGuarded }));
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="Import and export">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconFileImport size={16} />}
            disabled={isReadOnly}
            title={isReadOnly ? roleRefusals.edit : undefined}
            onClick={() => setIsImporting(true)}
          >
            Import CSV
          </Menu.Item>
          <Menu.Item leftSection={<IconFileExport size={16} />} onClick={() => exportRows(false)}>
            Export CSV
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTableExport size={16} />}
            title="Texts that look like formulas get a ' before them, so that none is run"
            onClick={() => exportRows(true)}
          >
            Export for a spreadsheet
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isImporting && <ImportWizard {...at} schema={schema} history={history} onClose={() => setIsImporting(false)} />}
    </>
  );
}
