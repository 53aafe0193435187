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

export const statsSource = `import { format, isValid, parseISO, startOfDay } from "date-fns";
import { label } from "@/services/format";

/** The sum of one number over rows. */
export const total = (rows, field) => rows.reduce((sum, row) => sum + (Number(row[field]) || 0), 0);

/** Rows counted, or a field summed, for each value that \`nameOf\` gives; the known names keep their order. */
export function groupBy(rows, nameOf, { names = [], sum } = {}) {
  const groups = new Map(names.map((name) => [name, 0]));
  for (const row of rows) {
    const name = nameOf(row);
    if (name !== null && name !== undefined && name !== "") groups.set(name, (groups.get(name) ?? 0) + (sum ? Number(row[sum]) || 0 : 1));
  }
  return [...groups].filter(([, value]) => value !== 0).map(([name, value]) => ({ name: label(name), value }));
}

/** Rows counted, or a field summed, per month, the oldest first. */
export function groupByMonth(rows, field, sum) {
  const months = new Map();
  for (const row of rows) {
    const date = row[field] ? parseISO(String(row[field])) : null;
    if (!date || !isValid(date)) continue;
    const month = format(date, "yyyy-MM");
    months.set(month, (months.get(month) ?? 0) + (sum ? Number(row[sum]) || 0 : 1));
  }
  return [...months].sort(([left], [right]) => left.localeCompare(right)).slice(-12).map(([month, value]) => ({ name: format(parseISO(month + "-01"), "MMM yy"), value }));
}

/** The next rows by a date, from today on. */
export function upcoming(rows, field, count) {
  const today = startOfDay(new Date());
  return rows
    .filter((row) => row[field] && parseISO(String(row[field])) >= today)
    .sort((left, right) => String(left[field]).localeCompare(String(right[field])))
    .slice(0, count);
}
`;
