/** How much of today is done, as a ring. @param {{ done: number, total: number }} props */
export function DoneRing({ done, total }) {
  const share = total === 0 ? 0 : done / total;
  return (
    <div
      className="relative grid size-20 shrink-0 place-items-center"
      role="img"
      aria-label={`${done} of ${total} done`}
    >
      <svg viewBox="0 0 36 36" className="absolute inset-0 -rotate-90">
        <circle cx="18" cy="18" r="15.9" fill="none" stroke="var(--muted)" strokeWidth="3.4" />
        <circle
          cx="18"
          cy="18"
          r="15.9"
          fill="none"
          stroke="var(--primary)"
          strokeWidth="3.4"
          strokeLinecap="round"
          strokeDasharray={`${share * 100} 100`}
        />
      </svg>
      <span className="text-sm font-semibold tabular-nums">
        {done}/{total}
      </span>
    </div>
  );
}
