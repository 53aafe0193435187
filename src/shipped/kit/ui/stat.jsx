import { ArrowDownRight, ArrowUpRight } from "lucide-react";
import { Skeleton } from "@/components/ui/skeleton";
import { fieldOf } from "@/lib/fields";
import { formatMoney, formatNumber } from "@/lib/format";
import { useGroups } from "@/lib/rows";
import { cn } from "@/lib/utils";

/**
 * @import { Entity } from "@/lib/fields"
 * @import { Answer } from "@/lib/rows"
 * @import { Group, Query } from "@/sdk/types"
 */

const dayMs = 86_400_000;
/** @param {number} count */
const daysAgo = (count) => new Date(new Date().setHours(0, 0, 0, 0) - count * dayMs).toISOString();

/** @type {Record<number, string>} */
const spans = { 2: "lg:grid-cols-2", 3: "lg:grid-cols-3", 4: "lg:grid-cols-4" };
/** Figures side by side: two in a row on a phone. @param {{ children: React.ReactNode }} props */
export function StatRow({ children }) {
  const count = [children].flat().filter(Boolean).length;
  return (
    <div
      className={cn(
        "grid grid-cols-2 gap-3 sm:gap-4",
        count === 1 ? "grid-cols-1" : spans[count === 5 ? 3 : Math.min(4, count)],
      )}
    >
      {children}
    </div>
  );
}

/**
 * One figure over all rows that match: their number, or the sum of a field. Below it what came in the last 30 days, where not all did,
 * against the 30 before, where something is older still; by `since` (a date field; createdAt by default).
 * @param {{ entity: Entity, label: string, query?: Query, sum?: string, icon?: React.ComponentType<React.SVGAttributes<SVGElement>>, since?: string, days?: number }} props
 */
export function Stat({ entity, label, query, sum, icon: Icon, since = "createdAt", days = 30 }) {
  const metrics = sum ? [`sum:${sum}`] : [];
  const isDay = fieldOf(entity, since)?.kind === "date";
  /** @param {number} count */
  const from = (count) => (isDay ? daysAgo(count).slice(0, 10) : daysAgo(count));
  const all = useGroups(entity, { query, metrics });
  const now = useGroups(entity, { query: { ...query, [since]: { $gte: from(days) } }, metrics });
  const before = useGroups(entity, {
    query: { ...query, [since]: { $gte: from(days * 2), $lt: from(days) } },
    metrics,
  });
  /** @param {Answer<Group[]>} answer */
  const read = ({ value }) =>
    value === undefined ? undefined : sum ? (value[0]?.[`sum:${sum}`] ?? 0) : (value[0]?.count ?? 0);
  const [figure, recent, past] = [all, now, before].map(read);
  const [counted = 0, come = 0, came = 0] = [all, now, before].map(({ value }) => value?.[0]?.count);
  // The time before is whole only where something is older than it: else the change measures when the records began.
  const isWhole = counted > come + came;
  const change = recent === undefined || !past || !isWhole ? undefined : Math.round(((recent - past) / past) * 100);
  const format = sum && fieldOf(entity, sum)?.kind === "money" ? formatMoney : formatNumber;
  const Arrow = change !== undefined && change < 0 ? ArrowDownRight : ArrowUpRight;
  return (
    <div className="min-w-0 rounded-xl border bg-card p-4 sm:p-5">
      <div className="flex items-center justify-between gap-2 text-sm text-muted-foreground">
        <span className="line-clamp-2 break-words">{label}</span>
        {Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
      </div>
      {figure === undefined ? (
        all.error ? (
          <p className="mt-2 text-sm text-muted-foreground">Not available</p>
        ) : (
          <Skeleton className="mt-3 h-7 w-20" />
        )
      ) : (
        <p className="mt-1.5 truncate text-2xl font-semibold tracking-tight tabular-nums [font-family:var(--font-heading)]">
          {format(figure)}
        </p>
      )}
      <p className="mt-1 flex h-4 items-center gap-1 truncate text-xs text-muted-foreground">
        {change !== undefined && (
          <span className="inline-flex items-center font-medium tabular-nums text-foreground">
            {change !== 0 && <Arrow className="size-3.5" aria-hidden="true" />}
            {change === 0 ? "No change" : `${Math.abs(change)}%`}
          </span>
        )}
        <span className="truncate">
          {change !== undefined ? (
            <>
              <span className="sm:hidden">in {days} days</span>
              <span className="max-sm:hidden">against {days} days before</span>
            </>
          ) : recent !== undefined && recent > 0 && counted > come ? (
            `+${format(recent)} in ${days} days`
          ) : (
            ""
          )}
        </span>
      </p>
    </div>
  );
}
