"use client";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { trpc } from "@/api/client";
import type { EntitySchema } from "@/features/rows/schema";
import type { ImportView } from "../schema";
import type { TableHistory } from "@/features/entities/ui/use-edit-history";

const ImportWizard = dynamic(() => import("./ImportWizard").then((file) => file.ImportWizard), { ssr: false });

type Props = {
  appId: string;
  entities: { name: string; schema: EntitySchema }[];
  historyOf: (entity: string) => TableHistory;
};

/**
 * Reopens the import that was running when the page was left, or whose result was not dismissed. Queried once: imports
 * begun here have their own wizard.
 */
export function ReopenedImport({ appId, entities, historyOf }: Props) {
  const utils = trpc.useUtils();
  const [found, setFound] = useState<ImportView | null>(null);
  useEffect(() => {
    let isHere = true;
    // On failure just show the tables.
    utils.entities.openImport.fetch({ appId }, { staleTime: 0 }).then(
      (view) => isHere && setFound(view),
      () => undefined,
    );
    return () => void (isHere = false);
  }, [appId, utils]);
  const entity = entities.find(({ name }) => name === found?.entity);
  return (
    found &&
    entity && (
      <ImportWizard
        appId={appId}
        entity={entity.name}
        schema={entity.schema}
        history={historyOf(entity.name)}
        begun={found}
        onClose={() => setFound(null)}
      />
    )
  );
}
