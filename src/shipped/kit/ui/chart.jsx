import { useLayoutEffect, useRef, useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { fieldOf, optionLabel } from "@/lib/fields";
import { formatCompact, formatMoney, formatNumber, toDate } from "@/lib/format";
import { useGroups, useNames } from "@/lib/rows";
import { toneColor, toneOf } from "@/lib/tones";
import { cn } from "@/lib/utils";

/** @import { Entity, Group, Names, Query, Value } from "@/lib/types" */

const palette = ["--chart-1", "--chart-2", "--chart-3", "--chart-4", "--chart-5"];
/**
 * @typedef {{ name: string, value: number | null, color: string }} Point an average of no rows is null
 * @typedef {{ points: Point[], format: (value: Value) => string }} ShapeProps
 */

/** @param {string} key "2026-03" */
const monthName = (key) => toDate(`${key}-01`).toLocaleDateString(undefined, { month: "short" });

/**
 * Points of groups, in the order of the options, or of time without gaps.
 * @param {Entity} entity
 * @param {string} by
 * @param {`${"sum" | "avg"}:${string}` | undefined} metric
 * @param {Group[]} groups
 * @param {Names} names
 * @returns {Point[]}
 */
function pointsOf(entity, by, metric, groups, names) {
  const field = fieldOf(entity, by);
  // No rows: their number and their sum are 0, an average there is none.
  const nothing = metric?.startsWith("avg:") ? null : 0;
  /** @param {Group | undefined} group */
  const valueOf = (group) => {
    const value = metric ? group?.[metric] : group?.count;
    return value ?? nothing;
  };
  if (!field || field.kind === "date" || field.kind === "datetime") {
    const known = new Map(groups.map((group) => [group.key, valueOf(group)]));
    const today = new Date();
    return Array.from({ length: 12 }, (_, at) => {
      const month = new Date(today.getFullYear(), today.getMonth() - 11 + at, 1);
      const key = `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, "0")}`;
      return { name: monthName(key), value: known.get(key) ?? nothing, color: "var(--chart-1)" };
    });
  }
  if (field.kind === "enum" || field.kind === "multi")
    return field.options.map((option) => ({
      name: optionLabel(option),
      value: valueOf(groups.find(({ key }) => key === option)),
      color: toneColor(toneOf(option, field.options)),
    }));
  /** @param {Value} key */
  const nameOf = (key) =>
    key === null || key === ""
      ? "None"
      : field.kind === "boolean"
        ? key
          ? "Yes"
          : "No"
        : (names[by]?.get(key) ?? optionLabel(key));
  return groups
    .map((group, at) => ({
      name: nameOf(group.key),
      value: valueOf(group),
      color: `var(${palette[at % palette.length]})`,
    }))
    .sort((left, right) => (right.value ?? 0) - (left.value ?? 0))
    .slice(0, 8);
}

/** @param {Point[]} points */
const mostOf = (points) => Math.max(...points.map(({ value }) => value ?? 0), 1);
/** In percent. @param {number | null} value @param {number} whole */
const shareOf = (value, whole) => ((value ?? 0) / whole) * 100;

/** Bars that lie, with their names in front: what people compare. @param {ShapeProps} props */
function Bars({ points, format }) {
  const most = mostOf(points);
  return (
    <ul className="flex h-full flex-col justify-evenly gap-2.5">
      {points.map(({ name, value, color }) => (
        <li key={name} className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-3 text-sm">
          <span className="truncate text-muted-foreground">{name}</span>
          <span className="h-5 overflow-hidden rounded-sm bg-muted">
            <span
              className="block h-full rounded-sm transition-[width]"
              style={{ width: `${shareOf(value, most)}%`, background: color }}
            />
          </span>
          <span className="min-w-8 text-right tabular-nums">{format(value)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Stages in their order, each as wide as its share: where things get stuck. @param {ShapeProps} props */
function Funnel({ points, format }) {
  const most = mostOf(points);
  return (
    <ol className="flex h-full flex-col justify-center gap-1.5">
      {points.map(({ name, value, color }) => (
        <li key={name} className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-3 text-sm">
          <span className="truncate text-muted-foreground">{name}</span>
          <span className="flex h-8 justify-center">
            <span
              className="block h-full rounded-md"
              style={{ width: `${Math.max(2, shareOf(value, most))}%`, background: color }}
            />
          </span>
          <span className="min-w-8 text-right font-medium tabular-nums">{format(value)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Shares of a whole, with a legend that says them. @param {ShapeProps} props */
function Ring({ points, format }) {
  const total = points.reduce((sum, { value }) => sum + (value ?? 0), 0) || 1;
  const arcs = points.map(({ name, value, color }, at) => ({
    name,
    color,
    share: Math.max(0, shareOf(value, total) - 0.8),
    turn: points.slice(0, at).reduce((sum, point) => sum + shareOf(point.value, total), 0),
  }));
  return (
    <div className="flex h-full flex-wrap items-center justify-center gap-6">
      <svg viewBox="0 0 42 42" className="size-40 -rotate-90" aria-hidden="true">
        {arcs.map(({ name, color, share, turn }) => (
          <circle
            key={name}
            cx="21"
            cy="21"
            r="15.915"
            fill="none"
            stroke={color}
            strokeWidth="6"
            strokeDasharray={`${share} ${100 - share}`}
            strokeDashoffset={-turn}
          />
        ))}
      </svg>
      <ul className="min-w-32 space-y-1.5 text-sm">
        {points.map(({ name, value, color }) => (
          <li key={name} className="flex items-center gap-2">
            <span className="size-2.5 rounded-full" style={{ background: color }} aria-hidden="true" />
            <span className="flex-1 text-muted-foreground">{name}</span>
            <span className="tabular-nums">{format(value)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const [height, left, bottom] = [240, 44, 24];
/** Twelve months as an area as wide as its card; the month below the pointer says its figure. @param {ShapeProps} props */
function Line({ points, format }) {
  const [at, setAt] = useState(/** @type {number | null} */ (null));
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [width, setWidth] = useState(560);
  useLayoutEffect(() => {
    const card = box.current;
    if (!card) return undefined;
    const measure = () => setWidth(Math.max(240, card.clientWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(card);
    measure();
    return () => observer.disconnect();
  }, []);
  const most = mostOf(points);
  const pointed = at === null ? undefined : points[at];
  /** @param {number} index */
  const x = (index) => left + (index * (width - left - 12)) / (points.length - 1);
  /** @param {number} value */
  const y = (value) => 12 + (1 - value / most) * (height - bottom - 16);
  const drawn = points.flatMap(({ value }, index) => (value === null ? [] : [`${x(index)} ${y(value)}`]));
  const path = `M${drawn.join(" L")}`;
  const isWhole = drawn.length === points.length;
  return (
    <div ref={box} className="relative h-full">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="size-full overflow-visible"
        aria-hidden="true"
        onPointerLeave={() => setAt(null)}
        onPointerMove={(event) => {
          const place = event.clientX - event.currentTarget.getBoundingClientRect().left;
          setAt(
            Math.max(
              0,
              Math.min(points.length - 1, Math.round(((place - left) / (width - left - 12)) * (points.length - 1))),
            ),
          );
        }}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line x1={left} x2={width - 12} y1={y(most * share)} y2={y(most * share)} stroke="var(--border)" />
            <text x={left - 8} y={y(most * share) + 4} textAnchor="end" fontSize="12" fill="var(--muted-foreground)">
              {formatCompact(most * share)}
            </text>
          </g>
        ))}
        {isWhole && (
          <path
            d={`${path} L${x(points.length - 1)} ${y(0)} L${x(0)} ${y(0)} Z`}
            fill="var(--chart-1)"
            opacity="0.12"
          />
        )}
        <path
          d={path}
          fill="none"
          stroke="var(--chart-1)"
          strokeWidth="2.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        {!isWhole &&
          points.map(({ name, value }, index) =>
            value === null ? null : <circle key={name} cx={x(index)} cy={y(value)} r="3" fill="var(--chart-1)" />,
          )}
        {points.map(({ name }, index) =>
          index % 2 === 1 || points.length < 8 ? (
            <text
              key={name}
              x={x(index)}
              y={height - 4}
              textAnchor="middle"
              fontSize="12"
              fill="var(--muted-foreground)"
            >
              {name}
            </text>
          ) : null,
        )}
        {at !== null && pointed && pointed.value !== null && (
          <circle cx={x(at)} cy={y(pointed.value)} r="5" fill="var(--chart-1)" stroke="var(--card)" strokeWidth="2" />
        )}
      </svg>
      {at !== null && pointed && (
        <div
          className="pointer-events-none absolute top-0 -translate-x-1/2 rounded-md border bg-popover px-2 py-1 text-xs shadow-sm"
          style={{ left: `${Math.min(88, Math.max(12, (x(at) / width) * 100))}%` }}
        >
          {pointed.name}: <b className="tabular-nums">{format(pointed.value)}</b>
        </div>
      )}
    </div>
  );
}

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
