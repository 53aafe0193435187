import { Plus, Search, Upload } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useUnproven } from "@/components/ui/parts/verify-notice";

/** @import { EntityClient } from "@/sdk/types" */

/**
 * What stands where no rows are: nothing found, or nothing there yet.
 * @param {{ entity: EntityClient, list: { isOwn: boolean, canAdd: boolean }, isFiltered: boolean, many: string, one: string, label: string, onClear: () => void, onNew: () => void, onImport: (() => void) | undefined }} props
 */
export function NoRows({ entity, list, isFiltered, many, one, label, onClear, onNew, onImport }) {
  const { isOwn, canAdd } = list;
  const isUnproven = useUnproven([entity]);
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
      description={
        canAdd
          ? first
          : isOwn
            ? `Your ${many} will stand here.${isUnproven ? " Verify your email to see those that are kept under it." : ""}`
            : "Come back later."
      }
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
