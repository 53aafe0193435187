import { Plus, Search, Upload } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/**
 * What stands where no rows are: nothing found, or nothing there yet.
 * @param {{ isFiltered: boolean, isOwn: boolean, many: string, one: string, label: string, canAdd: boolean, onClear: () => void, onNew: () => void, onImport: (() => void) | undefined }} props
 */
export function NoRows({ isFiltered, isOwn, many, one, label, canAdd, onClear, onNew, onImport }) {
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
      description={canAdd ? first : isOwn ? `Your ${many} will stand here.` : "Come back later."}
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
