import "server-only";

export const statCardSource = `import { Card, CardContent } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/utils";

/** One figure with its name. */
export default function StatCard({ icon: Icon, name, value, hint, isLoading, className }) {
  return (
    <Card className={cn("gap-0 py-0", className)}>
      <CardContent className="p-5">
        <div className="flex items-center justify-between gap-2 text-sm text-muted-foreground">
          <span className="truncate">{name}</span>
          <Icon className="size-4 shrink-0" aria-hidden="true" />
        </div>
        {isLoading ? <Skeleton className="mt-3 h-8 w-20" /> : <p className="mt-2 text-2xl font-semibold tracking-tight tabular-nums">{value}</p>}
        {hint && <p className="mt-1 text-xs text-muted-foreground">{hint}</p>}
      </CardContent>
    </Card>
  );
}
`;

export const chartCardSource = `import { Area, AreaChart, Bar, BarChart, CartesianGrid, Cell, Legend, Pie, PieChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/utils";

const colors = ["var(--chart-1)", "var(--chart-2)", "var(--chart-3)", "var(--chart-4)", "var(--chart-5)"];
const compact = new Intl.NumberFormat(undefined, { notation: "compact" });
const axis = { tickLine: false, axisLine: false, fontSize: 12, stroke: "var(--muted-foreground)" };
const tooltip = {
  contentStyle: { background: "var(--popover)", border: "1px solid var(--border)", borderRadius: 8, fontSize: 12, color: "var(--popover-foreground)" },
  cursor: { fill: "var(--muted)" },
};

function chart(shape, data, format) {
  if (shape === "pie") {
    return (
      <PieChart>
        <Pie data={data} dataKey="value" nameKey="name" innerRadius="55%" outerRadius="85%" paddingAngle={2} strokeWidth={0} animationBegin={0} animationDuration={180}>
          {data.map(({ name }, index) => <Cell key={name} fill={colors[index % colors.length]} />)}
        </Pie>
        <Tooltip {...tooltip} formatter={format} />
        <Legend iconType="circle" iconSize={8} wrapperStyle={{ fontSize: 12 }} />
      </PieChart>
    );
  }
  if (shape === "line") {
    return (
      <AreaChart data={data} margin={{ top: 8, right: 8, left: 0, bottom: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis dataKey="name" {...axis} />
        <YAxis width={40} allowDecimals={false} tickFormatter={(value) => compact.format(value)} {...axis} />
        <Tooltip {...tooltip} formatter={format} />
        <Area dataKey="value" type="monotone" stroke="var(--chart-1)" strokeWidth={2} fill="var(--chart-1)" fillOpacity={0.12} animationDuration={180} />
      </AreaChart>
    );
  }
  return (
    <BarChart data={data} margin={{ top: 8, right: 8, left: 0, bottom: 0 }}>
      <CartesianGrid vertical={false} stroke="var(--border)" />
      <XAxis dataKey="name" {...axis} />
      <YAxis width={40} allowDecimals={false} tickFormatter={(value) => compact.format(value)} {...axis} />
      <Tooltip {...tooltip} formatter={format} />
      <Bar dataKey="value" radius={[6, 6, 0, 0]} maxBarSize={56} fill="var(--chart-1)" animationDuration={180} />
    </BarChart>
  );
}

/** A chart of { name, value } points: bars, a ring, or a line over time. */
export default function ChartCard({ title, shape, data, format, isLoading, className }) {
  return (
    <Card className={cn("gap-0 py-0", className)}>
      <CardHeader className="p-5 pb-0">
        <CardTitle className="text-base font-medium">{title}</CardTitle>
      </CardHeader>
      <CardContent className="p-5">
        {isLoading && <Skeleton className="h-64 w-full" />}
        {!isLoading && data.length === 0 && <p className="flex h-64 items-center justify-center text-sm text-muted-foreground">Nothing to show yet</p>}
        {!isLoading && data.length > 0 && (
          <div className="h-64">
            <ResponsiveContainer width="100%" height="100%">{chart(shape, data, format)}</ResponsiveContainer>
          </div>
        )}
      </CardContent>
    </Card>
  );
}
`;

export const figuresSource = `import { useEffect, useState } from "react";
import { format, parseISO, startOfDay } from "date-fns";
import { label } from "@/services/format";

/** What the server says about all rows, asked again when rows change; changes that come meanwhile are asked for once. */
function useAnswer(ask, entity, options, first) {
  const [state, setState] = useState({ value: first, isLoading: true, error: null });
  const [tries, setTries] = useState(0);
  const asked = JSON.stringify(options);

  useEffect(() => {
    let isGone = false;
    let isBusy = false;
    let isStale = false;
    async function load() {
      isStale = true;
      if (isBusy) return;
      isBusy = true;
      while (isStale && !isGone) {
        isStale = false;
        try {
          const value = await ask(entity, JSON.parse(asked));
          if (!isGone) setState({ value, isLoading: false, error: null });
        } catch (error) {
          if (!isGone) setState((current) => ({ ...current, isLoading: false, error }));
        }
      }
      isBusy = false;
    }
    load();
    const unsubscribe = entity.subscribe(load);
    return () => {
      isGone = true;
      unsubscribe();
    };
  }, [ask, entity, asked, tries]);

  return { ...state, reload: () => setTries((count) => count + 1) };
}

const aggregate = (entity, options) => entity.aggregate(options);
const page = (entity, options) => entity.page(options);
const byIds = (entity, ids) => (ids.length === 0 ? [] : entity.filter({ id: { $in: ids } }));

/** Counts and sums of all rows: \`{ groups: [{ key, count, "sum:amount": … }] }\`, one group without \`group\`. */
export function useFigures(entity, options) {
  const { value, ...state } = useAnswer(aggregate, entity, options, []);
  return { ...state, groups: value, total: (metric) => value[0]?.[metric] ?? 0 };
}

/** The first rows of a list. */
export function useFirst(entity, options) {
  const { value, ...state } = useAnswer(page, entity, options, { items: [] });
  return { ...state, rows: value.items };
}

/** The names of rows by their ids. */
export function useNames(entity, ids, nameOf) {
  const { value } = useAnswer(byIds, entity, ids, []);
  return new Map(value.map((row) => [row.id, nameOf(row)]));
}

const shownMax = 12;
const isShown = ({ key }, value) => key !== null && key !== "" && value !== 0;

/** The keys that a chart has room for, those with the greatest figures first. */
export const shownKeys = (groups, metric) =>
  groups
    .filter((group) => isShown(group, group[metric]))
    .sort((left, right) => right[metric] - left[metric])
    .slice(0, shownMax)
    .map(({ key }) => key);

/** Groups as a chart's points. Known \`keys\` keep their order; what a chart has no room for stands together as "Other". */
export function pointsOf(groups, metric, { keys = shownKeys(groups, metric), nameOf = label } = {}) {
  const values = new Map(groups.filter((group) => isShown(group, group[metric])).map((group) => [group.key, group[metric]]));
  const points = keys.filter((key) => values.has(key)).map((key) => ({ name: nameOf(key), value: values.get(key) }));
  const other = [...values].filter(([key]) => !keys.includes(key)).reduce((sum, [, value]) => sum + value, 0);
  return other > 0 ? [...points, { name: "Other", value: other }] : points;
}

/** The last twelve months that have rows, the oldest first. */
export const monthsOf = (groups, metric) =>
  groups
    .filter(({ key }) => key !== null)
    .slice(-12)
    .map((group) => ({ name: format(parseISO(group.key + "-01"), "MMM yy"), value: group[metric] }));

/** Where today begins, as dates and times are stored. */
export const today = () => format(new Date(), "yyyy-MM-dd");
export const todaysStart = () => startOfDay(new Date()).toISOString();
`;
