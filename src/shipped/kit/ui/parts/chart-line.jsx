import { useLayoutEffect, useRef, useState } from "react";
import { formatCompact } from "@/lib/format";
import { mostOf } from "@/lib/points";

/** @import { ShapeProps } from "@/lib/points" */

const [height, left, bottom] = [240, 44, 24];
/** To two digits, so that the line at half height has a round number: 7.5 to 8, 1,234 to 1,300. @param {number} value */
const roundUp = (value) => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.ceil(value / step) * step;
};
/** Months as an area as wide as its card; the month below the pointer says its figure. @param {ShapeProps} props */
export function Line({ points, format }) {
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
  const most = 2 * roundUp(mostOf(points) / 2);
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
