import { scaleAxis } from "./scale-axis";

type Data = { kind: "bar" | "line" | "pie"; labels: string[]; series: { name: string; values: number[] }[] };

const colors = [
  "var(--chart-1)",
  "var(--chart-2)",
  "var(--chart-3)",
  "var(--chart-4)",
  "var(--chart-5)",
  "var(--chart-6)",
];
const colorOf = (index: number) => colors[index % colors.length]!;
const shown = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 2 });

const width = 640;
const height = 280;
const left = 52;
const bottom = 32;
const top = 12;

/** A chart drawn by ourselves in the page's colours (--chart-1 to --chart-6), with its numbers as a table for those who do not see it. */
export function Chart({ data, title }: { data: Data; title: string }) {
  const { kind, labels, series } = data;
  const isPie = kind === "pie" && series.length === 1 && series[0]!.values.every((value) => value >= 0);
  const legend = isPie
    ? labels.map((label, index) => `${label}: ${shown(series[0]!.values[index] ?? 0)}`)
    : series.map(({ name }) => name).filter(Boolean);
  return (
    <figure className="chart">
      {isPie ? <Pie values={series[0]!.values} /> : <Plot data={data} />}
      {legend.length > 0 && (
        <ul className="legend" aria-hidden>
          {legend.map((words, index) => (
            <li key={index}>
              <span style={{ background: colorOf(index) }} />
              {words}
            </li>
          ))}
        </ul>
      )}
      <table className="unseen">
        <caption>{title || "Chart"}</caption>
        <thead>
          <tr>
            <th scope="col">Label</th>
            {series.map(({ name }, index) => (
              <th key={index} scope="col">
                {name || "Value"}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, row) => (
            <tr key={row}>
              <th scope="row">{label}</th>
              {series.map(({ values }, index) => (
                <td key={index}>{shown(values[row] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Plot({ data: { kind, labels, series } }: { data: Data }) {
  const all = series.flatMap(({ values }) => values);
  const ticks = scaleAxis(all);
  const least = ticks[0]!;
  const most = ticks.at(-1)!;
  const y = (value: number) => top + ((most - value) / (most - least)) * (height - top - bottom);
  const slot = (width - left) / Math.max(1, labels.length);
  const every = Math.ceil(labels.length / Math.floor((width - left) / 64));
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden role="presentation">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className={tick === 0 ? "axis" : "grid"} />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end">
            {tick.toLocaleString("en-US", { notation: "compact", maximumSignificantDigits: 3 })}
          </text>
        </g>
      ))}
      {labels.map((label, index) =>
        index % every === 0 ? (
          <text key={index} x={left + slot * (index + 0.5)} y={height - 10} textAnchor="middle">
            {label.length > 10 * every ? `${label.slice(0, 10 * every - 1)}…` : label}
          </text>
        ) : null,
      )}
      {series.map(({ values }, at) =>
        kind === "line" ? (
          <g key={at} style={{ color: colorOf(at) }}>
            <polyline
              className="line"
              points={values.map((value, index) => `${left + slot * (index + 0.5)},${y(value)}`).join(" ")}
            />
            {values.map((value, index) => (
              <circle key={index} cx={left + slot * (index + 0.5)} cy={y(value)} r={values.length > 30 ? 2 : 4} />
            ))}
          </g>
        ) : (
          values.map((value, index) => {
            const wide = Math.min(48, (slot * 0.72) / series.length);
            const x = left + slot * (index + 0.5) + (at - series.length / 2) * wide;
            return (
              <rect
                key={`${at}/${index}`}
                x={x + 1}
                y={Math.min(y(value), y(0))}
                width={Math.max(1, wide - 2)}
                height={Math.max(1, Math.abs(y(value) - y(0)))}
                rx={3}
                fill={colorOf(at)}
              />
            );
          })
        ),
      )}
    </svg>
  );
}

function Pie({ values }: { values: number[] }) {
  const sum = values.reduce((total, value) => total + value, 0) || 1;
  const around = 2 * Math.PI * 70;
  const starts = values.map((_, index) => values.slice(0, index).reduce((total, value) => total + value, 0) / sum);
  return (
    <svg viewBox="0 0 220 220" className="pie" aria-hidden role="presentation">
      {values.map((value, index) => {
        const share = value / sum;
        const start = starts[index]!;
        return (
          <circle
            key={index}
            cx={110}
            cy={110}
            r={70}
            fill="none"
            stroke={colorOf(index)}
            strokeWidth={56}
            strokeDasharray={`${Math.max(0, share * around - 1.5)} ${around}`}
            strokeDashoffset={-start * around}
            transform="rotate(-90 110 110)"
          />
        );
      })}
    </svg>
  );
}
