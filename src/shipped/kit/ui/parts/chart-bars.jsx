import { mostOf, shareOf } from "@/lib/points";

/** @import { ShapeProps } from "@/lib/points" */

/** Bars that lie, with their names in front: what people compare. @param {ShapeProps} props */
export function Bars({ points, format }) {
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
export function Funnel({ points, format }) {
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
