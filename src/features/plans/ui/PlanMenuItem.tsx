"use client";
import { Menu } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { offerUpgrade } from "@/api/offer-upgrade";
import { dialogTitle } from "../rules";

/** Menu item of the plans; hidden when plans are off. */
export function PlanMenuItem() {
  const { data: standing } = trpc.plans.standing.useQuery();
  if (!standing?.arePlansOn) return null;
  return (
    <Menu.Item leftSection={<IconSparkles size={16} />} onClick={() => offerUpgrade()}>
      {dialogTitle(standing.plan)}
    </Menu.Item>
  );
}
