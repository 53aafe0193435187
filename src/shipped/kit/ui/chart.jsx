import { Bars, Funnel } from "@/components/ui/parts/chart-bars";
import { Line } from "@/components/ui/parts/chart-line";
import { Ring } from "@/components/ui/parts/chart-ring";
import { Skeleton } from "@/components/ui/skeleton";
import { fieldOf } from "@/lib/fields";
import { formatMoney, formatNumber } from "@/lib/format";
import { pointsOf } from "@/lib/points";
import { useGroups, useNames } from "@/lib/rows";
import { cn } from "@/lib/utils";

/**
 * @import { Entity } from "@/lib/fields"
 * @import { Query } from "@/sdk/types"
 */

const shapes = { bar: Bars, pie: Ring, line: Line, funnel: Funnel };

/**
 * A chart over all rows, computed by the server: their number, or the sum or average of a field, per option, related row
 * or month.
 * @param {{ entity: Entity, title: string, by: string, sum?: string, average?: string, shape?: "bar" | "pie" | "line" | "funnel", query?: Query, className?: string }} props
 */
export function Chart({ entity, title, by, sum, average, shape = "bar", query, className }) {
  const field = fieldOf(entity, by);
  const isTime = !field || field.kind === "date" || field.kind === "datetime";
  /** @type {`${"sum" | "avg"}:${string}` | undefined} */
  const metric = sum ? `sum:${sum}` : average ? `avg:${average}` : undefined;
  const { value: groups, error } = useGroups(entity, {
    query,
    group: isTime ? `${by}:month` : by,
    metrics: metric ? [metric] : [],
  });
  const names = useNames(entity, field?.kind === "reference" ? (groups ?? []).map(({ key }) => ({ [by]: key })) : []);
  const points = groups ? pointsOf(entity, by, metric, groups, names) : [];
  const format = fieldOf(entity, sum ?? average)?.kind === "money" ? formatMoney : formatNumber;
  // Averages are no parts of a whole, and no stages that shrink.
  const Shape = shapes[isTime ? "line" : average ? "bar" : shape] ?? Bars;
  const isBare = points.every(({ value }) => !value);
  return (
    <figure className={cn("flex min-w-0 flex-col rounded-xl border bg-card p-5", className)}>
      <figcaption className="mb-4 text-base [font-family:var(--font-heading)] font-semibold tracking-tight">
        {title}
      </figcaption>
      <div className="h-60">
        {error ? (
          <p className="text-sm text-muted-foreground">This chart is not available to you.</p>
        ) : !groups ? (
          <Skeleton className="size-full" />
        ) : isBare ? (
          <p className="grid h-full place-items-center text-sm text-muted-foreground">Nothing to show yet</p>
        ) : (
          <Shape points={points} format={format} />
        )}
      </div>
      {groups && !isBare && (
        <table className="sr-only">
          <caption>{title}</caption>
          <tbody>
            {points.map(({ name, value }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </figure>
  );
}
