import { Plus, Search, Upload } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** @import { EntityClient } from "@/sdk/types" */

/** Rows that are a member's by the address of their account count once it is proven. @param {EntityClient} entity @param {string} many */
const ownText = (entity, many) =>
  JSON.stringify(entity.schema()["x-accessControl"]?.rules?.read ?? "").includes('"my address"')
    ? `Your ${many} will stand here. If some are missing, sign out, and in again with a code sent to your email.`
    : `Your ${many} will stand here.`;

/**
 * What stands where no rows are: nothing found, or nothing there yet.
 * @param {{ entity: EntityClient, list: { isOwn: boolean, canAdd: boolean }, isFiltered: boolean, many: string, one: string, label: string, onClear: () => void, onNew: () => void, onImport: (() => void) | undefined }} props
 */
export function NoRows({ entity, list, isFiltered, many, one, label, onClear, onNew, onImport }) {
  const { isOwn, canAdd } = list;
  if (isFiltered)
    return (
      <EmptyState icon={Search} title="Nothing found" description="Try another search or filter.">
        <Button variant="outline" onClick={onClear}>
          Clear filters
        </Button>
      </EmptyState>
    );
  const first = onImport ? `Add the first ${one}, or bring in a list you already have.` : `Add your first ${one}.`;
  return (
    <EmptyState
      title={isOwn ? `You have no ${many} yet` : `No ${many} yet`}
      description={canAdd ? first : isOwn ? ownText(entity, many) : "Come back later."}
    >
      {canAdd && (
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={onNew}>
            <Plus /> {label}
          </Button>
          {onImport && (
            <Button variant="outline" onClick={onImport}>
              <Upload /> Import
            </Button>
          )}
        </div>
      )}
    </EmptyState>
  );
}
