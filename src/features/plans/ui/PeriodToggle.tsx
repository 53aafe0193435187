"use client";
import { Badge, Group, SegmentedControl } from "@mantine/core";
import { type Period, yearlySaving } from "../rules";
import type { PlanCard } from "../schema";

type Props = { cards: PlanCard[]; value: Period; onChange: (period: Period) => void };

/** Monthly or yearly, with the best saving. Nothing when no plan is sold by the year. */
export function PeriodToggle({ cards, value, onChange }: Props) {
  if (!cards.some(({ priceYearly, oneTimePayment }) => priceYearly !== null && !oneTimePayment)) return null;
  const saving = Math.max(0, ...cards.map((card) => yearlySaving(card) ?? 0));
  return (
    <Group justify="center" gap={8}>
      <SegmentedControl
        size="sm"
        aria-label="Pay"
        value={value}
        onChange={(next) => onChange(next === "yearly" ? "yearly" : "monthly")}
        data={[
          { value: "monthly", label: "Monthly" },
          { value: "yearly", label: "Yearly" },
        ]}
      />
      {saving > 0 && (
        <Badge color="green" variant="light" tt="none">
          Save {saving}%
        </Badge>
      )}
    </Group>
  );
}
