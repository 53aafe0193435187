"use client";
import { useState } from "react";
import { Alert, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconLock } from "@tabler/icons-react";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { closeUpgrade } from "@/api/offer-upgrade";
import { Failure } from "@/ui/Failure";
import { Modal } from "@/ui/Modal";
import { gates, gateWords, isSubscribedAtGumroad, type Period } from "../rules";
import { ChangePlan } from "./ChangePlan";
import { PeriodToggle } from "./PeriodToggle";
import { PlanCardView, type ShownCard } from "./PlanCardView";

/** The dialog itself. `gate`: what the plan does not allow, as the URL names it. */
export function UpgradeOffer({ gate: wanted }: { gate: string | null }) {
  const gate = gates.find((one) => one === wanted);
  const dialog = trpc.plans.dialog.useQuery();
  const { data: standing } = trpc.plans.standing.useQuery();
  const [chosen, setChosen] = useState<Chosen>();
  const isPhone = useMediaQuery("(max-width: 40em)");
  const { data } = dialog;
  if (data && !data.arePlansOn) return null;
  const isSingle = data && data.cards.filter(({ id }) => id !== "lite").length === 1;
  return (
    <Modal
      opened
      onClose={closeUpgrade}
      title={chosen ? chosen.card.name : (data?.title ?? "Upgrade your plan")}
      size={chosen || isSingle ? 480 : 1080}
      fullScreen={isPhone}
      padding={24}
    >
      {chosen ? (
        <ChangePlan
          card={chosen.card}
          period={chosen.period}
          subscriptionId={data?.subscriptionId ?? null}
          onBack={() => setChosen(undefined)}
        />
      ) : (
        <Stack gap={16}>
          {gate && standing && (
            <Alert color="iris" variant="light" icon={<IconLock size={18} />}>
              {gateWords(gate, standing)}
            </Alert>
          )}
          {dialog.error && !data ? (
            <Failure message={failureOf(dialog.error).message} onRetry={() => void dialog.refetch()} />
          ) : data ? (
            <Cards data={data} isSingle={isSingle ?? false} onChoose={setChosen} />
          ) : (
            <Skeleton height={280} />
          )}
          <Text size="sm" c="dimmed" ta="center">
            No Commitment - Cancel Anytime
          </Text>
        </Stack>
      )}
    </Modal>
  );
}

type Chosen = { card: ShownCard; period: Period };

type CardsProps = {
  data: RouterOutputs["plans"]["dialog"];
  isSingle: boolean;
  onChoose: (chosen: Chosen) => void;
};

/** "Either a grid of several plan cards or a single-plan view with a monthly/yearly toggle" (1-platform.md §2). */
function Cards({ data, isSingle, onChoose }: CardsProps) {
  const [period, setPeriod] = useState<Period>("monthly");
  const hasGumroad = isSubscribedAtGumroad(data);
  const cards = isSingle ? data.cards.filter(({ id }) => id !== "lite") : data.cards;
  return (
    <>
      <PeriodToggle cards={cards} value={period} onChange={setPeriod} />
      <SimpleGrid cols={isSingle ? 1 : { base: 1, sm: 2, md: Math.min(4, cards.length) }} spacing={12}>
        {cards.map((card) => (
          <PlanCardView
            key={card.id}
            card={card}
            period={period}
            hasGumroad={hasGumroad}
            onChoose={() => onChoose({ card, period })}
          />
        ))}
      </SimpleGrid>
    </>
  );
}
