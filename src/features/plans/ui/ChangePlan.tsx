"use client";
import { Button, Group, List, Skeleton, Stack, Text } from "@mantine/core";
import { failureOf, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { checkoutLink, type Period } from "../rules";
import type { ShownCard } from "./PlanCardView";

type Props = { card: ShownCard; period: Period; subscriptionId: string | null; onBack: () => void };

/**
 * Downgrade: shows its effects. Upgrade: warns whoever would pay for two plans at Gumroad. For a plan without a checkout:
 * whom to ask.
 */
export function ChangePlan({ card, period, subscriptionId, onBack }: Props) {
  const isDown = card.state === "downgrade";
  const effects = trpc.plans.effects.useQuery({ plan: card.id }, { enabled: isDown });
  const portal = trpc.payment.portal.useMutation({ onSuccess: ({ url }) => window.location.assign(url) });
  const isPaidThere = isDown && subscriptionId !== null;
  const isSecond = !isDown && subscriptionId !== null && card.link !== "";
  return (
    <Stack gap={16}>
      {isDown &&
        (effects.error ? (
          <Failure message={failureOf(effects.error).message} onRetry={() => void effects.refetch()} />
        ) : effects.data ? (
          <div>
            <Text size="sm" mb={8}>
              {effects.data.effects.length > 0
                ? "Nothing is deleted. This is what changes:"
                : "Nothing is deleted, and everything you have fits this plan."}
            </Text>
            <List size="sm" spacing={4}>
              {effects.data.effects.map((effect) => (
                <List.Item key={effect}>{effect}</List.Item>
              ))}
            </List>
          </div>
        ) : (
          <Skeleton height={96} />
        ))}
      {isSecond && (
        <Text size="sm">
          You pay for your present plan at Gumroad. Buying {card.name} does not end that subscription: end it there, so
          that you do not pay for both.
        </Text>
      )}
      {!isPaidThere && !isSecond && (
        <Text size="sm">
          Ask the administrator of this server for the {card.name} plan: it is changed under Admin, Accounts.
        </Text>
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        {isPaidThere && subscriptionId.startsWith("sub_") && (
          <Button
            disabled={!effects.data}
            loading={portal.isPending || portal.isSuccess}
            onClick={() => portal.mutate()}
          >
            Change it at Stripe
          </Button>
        )}
        {(isPaidThere || isSecond) && !subscriptionId.startsWith("sub_") && (
          <Button
            component="a"
            href={`https://gumroad.com/subscriptions/${encodeURIComponent(subscriptionId)}/manage`}
            {...(isSecond && { variant: "default", target: "_blank", rel: "noopener" })}
            disabled={isDown && !effects.data}
          >
            {isSecond ? "See it at Gumroad" : "Change it at Gumroad"}
          </Button>
        )}
        {isSecond && (
          <Button component="a" href={checkoutLink(card.link, period)}>
            Buy {card.name}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
