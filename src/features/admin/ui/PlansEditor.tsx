"use client";
import { useState } from "react";
import { Alert, Badge, Button, Code, CopyButton, Group, Skeleton, Stack, Table, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { money } from "@/ui/numbers";
import { EditPlan } from "./EditPlan";

export type PlanLine = RouterOutputs["plans"]["list"]["plans"][number];

/** Editor of prices, names and products. What a plan allows is fixed. */
export function PlansEditor() {
  const plans = trpc.plans.list.useQuery();
  const [edited, setEdited] = useState<PlanLine>();
  if (plans.error && !plans.data)
    return <Failure message={failureOf(plans.error).message} onRetry={() => void plans.refetch()} />;
  if (!plans.data) return <Skeleton height={240} />;
  return (
    <Stack gap={16}>
      {!plans.data.arePlansOn && (
        <Alert color="gray" variant="light" icon={<IconInfoCircle size={18} />}>
          Plans are off: everything is allowed and no upgrade is offered. Start the server with PLANS=on to use them.
        </Alert>
      )}
      <Table.ScrollContainer minWidth={640}>
        <Table verticalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Plan</Table.Th>
              <Table.Th>Monthly</Table.Th>
              <Table.Th>Yearly</Table.Th>
              <Table.Th>Products</Table.Th>
              <Table.Th w={72} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {plans.data.plans.map((plan) => (
              <Table.Tr key={plan.id}>
                <Table.Td>
                  <Group gap={8} wrap="nowrap">
                    {plan.name}
                    {!plan.isEnabled && (
                      <Badge size="sm" color="gray" variant="light" tt="none">
                        Not offered
                      </Badge>
                    )}
                  </Group>
                </Table.Td>
                <Table.Td>{money(plan.discountedPrice ?? plan.price)}</Table.Td>
                <Table.Td>{plan.priceYearly === null ? "–" : money(plan.priceYearly)}</Table.Td>
                <Table.Td>{plan.products.join(", ") || "–"}</Table.Td>
                <Table.Td>
                  <Button variant="default" size="xs" onClick={() => setEdited(plan)} aria-label={`Edit ${plan.name}`}>
                    Edit
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Payment />
      {edited && <EditPlan plan={edited} onClose={() => setEdited(undefined)} />}
    </Stack>
  );
}

/** State of the Gumroad connection. */
function Payment() {
  const { data } = trpc.payment.state.useQuery();
  if (!data) return null;
  return (
    <Stack gap={8}>
      <Text fw={600}>Payment by Gumroad</Text>
      <Text size="sm" c="dimmed">
        {data.isConnected
          ? "Connected. Enter this address at Gumroad for pings and webhooks; every sale is looked up before it gives a plan."
          : "Not connected: set GUMROAD_ACCESS_TOKEN. Until then plans are given by hand, under Accounts."}
      </Text>
      <Group gap={8} wrap="nowrap" align="start">
        <Code style={{ overflowWrap: "anywhere" }}>{data.pingUrl}</Code>
        <CopyButton value={data.pingUrl}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-xs" onClick={copy} style={{ flexShrink: 0 }}>
              {copied ? "Copied" : "Copy"}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Text fw={600}>Payment by Stripe</Text>
      <Text size="sm" c="dimmed">
        {data.isStripeConnected
          ? "Connected. Enter the prices of a plan (price_…) among its products, and this address as a webhook at Stripe; every event is looked up before it gives a plan."
          : "Not connected: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET."}
      </Text>
      <div>
        <Code style={{ overflowWrap: "anywhere" }}>{data.stripeUrl}</Code>
      </div>
    </Stack>
  );
}
