"use client";
import { Alert, Badge, Button, Code, Group, Skeleton, Stack, Switch, Text, Title } from "@mantine/core";
import { modals } from "@mantine/modals";
import { Allowed } from "@/api/Allowed";
import { failureOf, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { notifySuccess } from "@/ui/notify";
import { type MembershipSettings, providerLabels } from "../schema";
import { ConnectForm } from "./ConnectForm";

/** Paid memberships: a token, a product, connect; then only who has bought it gets in (2-builder.md §4). */
export function MembershipsSection({ appId }: { appId: string }) {
  const settings = trpc.memberships.settings.useQuery({ appId });
  return (
    <Stack component="section" gap={12} mt={40} aria-label="Paid memberships">
      <div>
        <Title order={3}>Paid memberships</Title>
        <Text size="sm" c="dimmed">
          Sell access to the app through your products at Gumroad or Stripe.
        </Text>
      </div>
      {settings.error && !settings.data ? (
        <Failure message={failureOf(settings.error).message} onRetry={() => void settings.refetch()} />
      ) : settings.data ? (
        <Allowed appId={appId} right="manager">
          <Setup appId={appId} settings={settings.data} />
        </Allowed>
      ) : (
        <Skeleton height={80} />
      )}
    </Stack>
  );
}

type Props = { appId: string; settings: MembershipSettings };

function Setup({ appId, settings }: Props) {
  const utils = trpc.useUtils();
  const enable = trpc.memberships.setEnabled.useMutation({
    onSuccess: () => utils.memberships.settings.invalidate({ appId }),
  });
  const { isSetupCompleted, hasPaymentProviderAccessToken, paymentProvider } = settings.paidMembershipsSettings;
  const mayEnable = settings.isSignupEnabled && isSetupCompleted;
  return (
    <Stack gap={16}>
      {isSetupCompleted ? (
        <Connected appId={appId} settings={settings} />
      ) : (
        <ConnectForm appId={appId} stored={hasPaymentProviderAccessToken ? paymentProvider : undefined} />
      )}
      <Switch
        label="Members have to pay"
        description={
          !settings.isSignupEnabled
            ? "Needs sign-up: let anybody sign up first."
            : isSetupCompleted
              ? "Whoever has not bought the product sees what strangers see. Admins of the app need not pay."
              : "Needs a product: connect one first."
        }
        checked={settings.isPaidMembershipsEnabled}
        disabled={enable.isPending || (!settings.isPaidMembershipsEnabled && !mayEnable)}
        onChange={(event) => enable.mutate({ appId, isPaidMembershipsEnabled: event.currentTarget.checked })}
      />
    </Stack>
  );
}

function Connected({ appId, settings }: Props) {
  const { paymentProvider } = settings.paidMembershipsSettings;
  const utils = trpc.useUtils();
  const resync = trpc.memberships.resync.useMutation({
    onSuccess: () => notifySuccess("Memberships are being read again"),
  });
  const change = trpc.memberships.disconnect.useMutation({
    onSuccess: () => utils.memberships.settings.invalidate({ appId }),
  });
  const confirmChange = () =>
    modals.openConfirmModal({
      title: "Change the product",
      children: (
        <Text size="sm">
          The token and the product are removed, and members need not pay until another product is connected. Sales that
          are known stay known.
        </Text>
      ),
      labels: { confirm: "Change", cancel: "Cancel" },
      confirmProps: { color: "red" },
      onConfirm: () => change.mutate({ appId }),
    });
  return (
    <Stack gap={12}>
      <Group justify="space-between" gap={8}>
        <Group gap={8}>
          <Text size="sm" fw={600}>
            {settings.paidMembershipsProduct?.name}
          </Text>
          <Badge variant="light" color="green" tt="none">
            Connected to {providerLabels[paymentProvider]}
          </Badge>
        </Group>
        <Group gap={8}>
          <Button size="xs" variant="default" loading={resync.isPending} onClick={() => resync.mutate({ appId })}>
            Resync
          </Button>
          <Button size="xs" variant="default" loading={change.isPending} onClick={confirmChange}>
            Change
          </Button>
        </Group>
      </Group>
      {settings.pingUrl && (
        <Alert variant="light" color="gray" p={12}>
          <Text size="xs">
            {providerLabels[paymentProvider]} tells this address of sales, cancellations and refunds. If it does not,
            enter it there as {paymentProvider === "stripe" ? "a webhook endpoint" : "the Ping endpoint"}; without it,
            each membership is looked at once a day.
          </Text>
          <Code fz={11} style={{ overflowWrap: "anywhere" }}>
            {settings.pingUrl}
          </Code>
        </Alert>
      )}
    </Stack>
  );
}
