"use client";
import "@mantine/charts/styles.css";
import { AreaChart } from "@mantine/charts";
import { shortNumber } from "@/ui/numbers";
import { type Counter, counterNames, type DayCounts } from "../schema";

const short = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** One counter, day by day. */
export function DaysChart({ days, counter }: { days: DayCounts[]; counter: Counter }) {
  const data = days.map((one) => ({ day: short.format(new Date(`${one.day}T00:00:00Z`)), [counter]: one[counter] }));
  return (
    <figure style={{ margin: 0 }} aria-label={`${counterNames[counter]} by day`}>
      <AreaChart
        h={260}
        data={data}
        dataKey="day"
        series={[{ name: counter, label: counterNames[counter], color: "var(--mantine-primary-color-filled)" }]}
        curveType="monotone"
        withDots={false}
        tickLine="none"
        gridAxis="x"
        valueFormatter={shortNumber}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        xAxisProps={{ minTickGap: 32 }}
      />
    </figure>
  );
}
