"use client";
import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { type RouterOutputs, trpc } from "@/api/client";
import { money } from "@/ui/numbers";
import { checkoutLink, type Period, shownPrice } from "../rules";

export type ShownCard = RouterOutputs["plans"]["dialog"]["cards"][number];

type Props = {
  card: ShownCard;
  period: Period;
  /** A subscription at Gumroad runs: another product there does not end it. */
  hasGumroad: boolean;
  onChoose: () => void;
};

export function PlanCardView({ card, period, hasGumroad, onChoose }: Props) {
  const { price, before, unit } = shownPrice(card, period);
  return (
    <Paper withBorder radius="md" p={16} component="section" aria-label={card.name}>
      <Stack gap={12} h="100%">
        <Group justify="space-between" gap={8} mih={24} wrap="nowrap">
          <Title order={3}>{card.name}</Title>
          {card.isMostPopular && (
            <Badge variant="light" tt="none">
              Most popular
            </Badge>
          )}
        </Group>
        <div>
          <Group gap={6} align="baseline">
            <Text fz={26} fw={650} lh={1.2}>
              {money(price)}
            </Text>
            <Text size="sm" c="dimmed">
              {unit}
            </Text>
          </Group>
          <Text size="xs" c="dimmed" mih={18}>
            {before !== undefined && <s>{money(before)}</s>}
            {period === "yearly" && card.priceYearly !== null && !card.oneTimePayment && card.priceYearly > 0
              ? `${money(card.priceYearly)} billed yearly`
              : null}
          </Text>
        </div>
        <Text size="sm" style={{ flex: 1 }}>
          {card.description}
        </Text>
        <CardButton card={card} period={period} hasGumroad={hasGumroad} onChoose={onChoose} />
      </Stack>
    </Paper>
  );
}

/** Opens a checkout for this account at Stripe. */
function CheckoutButton({ card, period, label }: { card: ShownCard; period: Period; label: string }) {
  const checkout = trpc.payment.checkout.useMutation({ onSuccess: ({ url }) => window.location.assign(url) });
  return (
    <Button
      fullWidth
      loading={checkout.isPending || checkout.isSuccess}
      onClick={() => checkout.mutate({ plan: card.id, period })}
    >
      {label}
    </Button>
  );
}

/** One look for each state of a card (1-platform.md §4). */
function CardButton({ card, period, hasGumroad, onChoose }: Props) {
  const label = card.buttonText || "Start My Journey";
  switch (card.state) {
    case "selected":
      return (
        <Button fullWidth variant="default" disabled>
          Current plan
        </Button>
      );
    case "disabled":
      return (
        <Button fullWidth variant="default" disabled>
          Not available
        </Button>
      );
    case "downgrade":
      return (
        <Button fullWidth variant="default" onClick={onChoose}>
          Downgrade
        </Button>
      );
    case "upgrade":
      if (card.isSoldHere) return <CheckoutButton card={card} period={period} label={label} />;
      return card.link && !hasGumroad ? (
        <Button fullWidth component="a" href={checkoutLink(card.link, period)}>
          {label}
        </Button>
      ) : (
        <Button fullWidth onClick={onChoose}>
          {label}
        </Button>
      );
    case "none":
      return (
        <Button fullWidth variant="default" disabled>
          {label}
        </Button>
      );
  }
}
