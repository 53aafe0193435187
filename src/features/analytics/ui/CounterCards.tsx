import { SimpleGrid, Text, UnstyledButton } from "@mantine/core";
import { shortNumber } from "@/ui/numbers";
import { type Counter, counterNames, counters } from "../schema";
import classes from "./analytics.module.css";

type Sums = Record<Counter, number>;
type Props = { totals: Sums; before: Sums; span: number; shown: Counter; onShow: (counter: Counter) => void };

/** "+20%" against the days before; "" where there is nothing to compare with. */
const changeWords = (now: number, then: number): string => {
  if (then === 0) return "";
  const percent = Math.round(((now - then) / then) * 100);
  return `${percent > 0 ? "+" : ""}${percent.toLocaleString("en-US")}%`;
};

/** The sums of the days that are shown. A click shows that counter in the chart. */
export function CounterCards({ totals, before, span, shown, onShow }: Props) {
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 6 }} spacing={12}>
      {counters.map((name) => (
        <UnstyledButton
          key={name}
          className={classes.card}
          aria-pressed={name === shown}
          title={`${totals[name].toLocaleString("en-US")}, ${before[name].toLocaleString("en-US")} in the ${span} days before`}
          onClick={() => onShow(name)}
        >
          <Text size="xs" c="dimmed">
            {counterNames[name]}
          </Text>
          <Text fz={24} fw={600} lh={1.3}>
            {shortNumber(totals[name])}
          </Text>
          <Text size="xs" c="dimmed" mih={18}>
            {changeWords(totals[name], before[name])}
          </Text>
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}
