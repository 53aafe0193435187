import { memo } from "react";
import { cn } from "@/lib/utils";

/** @import { Value } from "@/sdk/types" */

/** FNV-1a: the same words always give the same picture. @param {Value} text */
function seedOf(text) {
  let hash = 2_166_136_261;
  for (const letter of String(text)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}

/** Numbers from 0 to 1 that follow from the seed. @param {number} seed */
function chain(seed) {
  let state = seed || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** @type {[string, string, string, string, string]} */
const mixes = ["--chart-1", "--chart-2", "--chart-3", "--chart-4", "--chart-5"];
/** @param {string} name @param {number} share */
const tint = (name, share) => `color-mix(in oklab, var(${name}) ${share}%, var(--card))`;

/** What draws the app's own kind of picture, as its globals.css names it (`--imagery`). */
function imageryOf() {
  const named = getComputedStyle(document.documentElement).getPropertyValue("--imagery").trim();
  return drawings[named] ?? mesh;
}

/** @param {number} count @param {(at: number) => React.ReactNode} draw */
const times = (count, draw) => Array.from({ length: count }, (_, at) => draw(at));
/** @typedef {(next: () => number, colors: [string, string, string]) => React.ReactNode} Drawing */

/** @type {Drawing} */
const mesh = (next, [a, b]) =>
  times(4, (at) => (
    <circle
      key={at}
      cx={next() * 320}
      cy={next() * 200}
      r={60 + next() * 90}
      fill={at % 2 ? a : b}
      opacity="0.55"
      filter="url(#soft)"
    />
  ));
/** @type {Record<string, Drawing>} */
const drawings = {
  blocks: (next, [a, b, c]) =>
    times(7, (at) => (
      <rect
        key={at}
        x={Math.floor(next() * 8) * 40}
        y={Math.floor(next() * 5) * 40}
        width={40 * (1 + Math.floor(next() * 3))}
        height={40 * (1 + Math.floor(next() * 2))}
        fill={[a, b, c][at % 3]}
        opacity="0.85"
      />
    )),
  lines: (next, [a]) =>
    times(14, (at) => (
      <path
        key={at}
        d={`M0 ${20 + at * 13} C 90 ${at * 13 - 40 * next()}, 200 ${60 + at * 13 * next()}, 320 ${10 + at * 13}`}
        fill="none"
        stroke={a}
        strokeWidth="1.5"
        opacity={0.25 + at * 0.04}
      />
    )),
  bubbles: (next, [a, b, c]) =>
    times(10, (at) => (
      <circle
        key={at}
        cx={next() * 320}
        cy={next() * 200}
        r={10 + next() * 46}
        fill={[a, b, c][at % 3]}
        opacity="0.7"
      />
    )),
  grid: (next, [a, b]) =>
    times(60, (at) =>
      next() > 0.45 ? (
        <rect
          key={at}
          x={(at % 10) * 32 + 4}
          y={Math.floor(at / 10) * 34 + 2}
          width="24"
          height="24"
          rx="3"
          fill={next() > 0.75 ? b : a}
          opacity={0.2 + next() * 0.7}
        />
      ) : null,
    ),
  waves: (next, [a, b, c]) => {
    const [from, step] = [30 + next() * 60, 26 + next() * 22];
    return times(4, (at) => {
      const y = from + at * step;
      const [rise, fall, end] = [next() * 90 - 20, next() * 90 - 20, next() * 60 - 30];
      return (
        <path
          key={at}
          d={`M0 ${y} C 90 ${y - rise}, 190 ${y + fall}, 320 ${y - end} V200 H0 Z`}
          fill={[a, b, c, a][at]}
          opacity="0.62"
        />
      );
    });
  },
  leaves: (next, [a, b]) =>
    times(9, (at) => {
      const [x, y, turn, size] = [next() * 320, 30 + next() * 160, next() * 360, 26 + next() * 46];
      return (
        <path
          key={at}
          d={`M0 0 C ${size} ${-size}, ${size * 2} ${-size * 0.4}, ${size * 2.2} 0 C ${size * 2} ${size * 0.4}, ${size} ${size}, 0 0`}
          transform={`translate(${x} ${y}) rotate(${turn})`}
          fill={at % 2 ? a : b}
          opacity="0.75"
        />
      );
    }),
  orbits: (next, [a, b]) => {
    const [x, y] = [80 + next() * 160, 60 + next() * 80];
    return times(6, (at) => (
      <g key={at}>
        <circle cx={x} cy={y} r={22 + at * 26} fill="none" stroke={a} opacity="0.55" />
        <circle
          cx={x + Math.cos(next() * 6.3) * (22 + at * 26)}
          cy={y + Math.sin(next() * 6.3) * (22 + at * 26)}
          r={3 + next() * 7}
          fill={b}
        />
      </g>
    ));
  },
  arches: (next, [a, b, c]) =>
    times(5, (at) => {
      const [x, width] = [at * 66 + next() * 10, 46 + next() * 18];
      const top = 40 + next() * 60;
      return (
        <path
          key={at}
          d={`M${x} 200 V${top + width / 2} a${width / 2} ${width / 2} 0 0 1 ${width} 0 V200 Z`}
          fill={[a, b, c][at % 3]}
          opacity="0.75"
        />
      );
    }),
};

/**
 * Cover art in the app's colours and style, drawn from any words: an image where there is none. With `image`, that.
 * @param {{ seed: Value, image?: Value, alt?: string, className?: string }} props
 */
function Picture({ seed, image, alt = "", className }) {
  if (image)
    return <img src={String(image)} alt={alt} loading="lazy" className={cn("size-full object-cover", className)} />;
  const next = chain(seedOf(seed));
  const first = Math.floor(next() * 3);
  // The accent leads in half of the pictures, so that a gallery has one family and yet no two alike.
  const mix = (/** @type {number} */ at) => mixes[at] ?? mixes[0];
  const main = mix(next() < 0.5 ? 0 : Math.floor(next() * 5));
  const [second, third] = [mix((first % 4) + 1), mix(((first + 1) % 4) + 1)];
  /** @type {[string, string, string]} */
  const colors = [tint(main, 50 + next() * 30), tint(second, 34 + next() * 26), tint(third, 26 + next() * 24)];
  return (
    <svg
      viewBox="0 0 320 200"
      preserveAspectRatio="xMidYMid slice"
      className={cn("size-full", className)}
      role="presentation"
      aria-hidden="true"
    >
      <defs>
        <filter id="soft" x="-50%" y="-50%" width="200%" height="200%">
          <feGaussianBlur stdDeviation="26" />
        </filter>
      </defs>
      <rect width="320" height="200" fill={tint(main, 18)} />
      {imageryOf()(next, colors)}
    </svg>
  );
}
export const Cover = memo(Picture);

const tones = ["violet", "teal", "blue", "amber", "pink", "green"];

/**
 * A person's picture, or their initials on a colour of their own.
 * @param {{ name: Value, image?: Value, className?: string }} props
 */
export function Portrait({ name, image, className }) {
  const size = cn("size-8 shrink-0 rounded-full", className);
  if (image) return <img src={String(image)} alt="" className={cn(size, "object-cover")} loading="lazy" />;
  const text = String(name ?? "?").trim();
  const letters = text
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
  const tone = tones[seedOf(text) % tones.length];
  return (
    <span
      className={cn("grid place-items-center text-xs font-semibold", size)}
      style={{
        background: `var(--tone-${tone}-soft, var(--muted))`,
        color: `var(--tone-${tone}-ink, var(--foreground))`,
      }}
      aria-hidden="true"
    >
      {letters}
    </span>
  );
}
