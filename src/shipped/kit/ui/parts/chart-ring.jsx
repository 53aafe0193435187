import { shareOf } from "@/lib/points";

/** @import { ShapeProps } from "@/lib/points" */

/** Shares of a whole, with a legend that says them. @param {ShapeProps} props */
export function Ring({ points, format }) {
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
