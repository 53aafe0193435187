"use client";
import { useEffect, useEffectEvent, useState } from "react";
import { Button, Group, PasswordInput, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { trpc, wordsOf } from "@/api/client";
import { notifySuccess } from "@/ui/notify";
import { type PaymentProvider, paymentProviders, providerLabels, tokenDelayMs } from "../schema";

const tokenFields: Record<PaymentProvider, { label: string; description: string }> = {
  gumroad: {
    label: "Gumroad access token",
    description: "In Gumroad: Settings, Advanced, your application, Generate access token",
  },
  stripe: {
    label: "Stripe secret key",
    description:
      "In Stripe: Developers, API keys. A restricted key may read products, prices, checkouts, subscriptions, invoices, charges and disputes, and write checkouts, customer portal sessions and webhook endpoints.",
  },
};

/** "Enter a token, pick a product, connect" (2-builder.md §4). @param stored the provider whose token works and is stored already */
export function ConnectForm({ appId, stored }: { appId: string; stored: PaymentProvider | undefined }) {
  const utils = trpc.useUtils();
  const [provider, setProvider] = useState<PaymentProvider>(stored ?? "gumroad");
  const hasToken = stored === provider;
  const [token, setToken] = useState("");
  const [wanted] = useDebouncedValue(token.trim(), tokenDelayMs);
  const [productId, setProductId] = useState<string | null>(null);
  const found = trpc.memberships.products.useMutation({
    meta: { quiet: true },
    onSuccess: () => utils.memberships.settings.invalidate({ appId }),
  });
  // Whether a token is stored is read and not followed: what was just stored is no reason to ask again.
  const findProducts = useEffectEvent((of: PaymentProvider, accessToken: string) => {
    if (accessToken !== "") found.mutate({ appId, provider: of, accessToken });
    else if (hasToken) found.mutate({ appId, provider: of });
  });
  useEffect(() => findProducts(provider, wanted), [provider, wanted]);
  const connect = trpc.memberships.connect.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      await utils.memberships.settings.invalidate({ appId });
      notifySuccess(`Connected to ${providerLabels[provider]}, you're all set!`);
    },
  });
  const products = found.error ? [] : (found.data?.products ?? []);
  const placeholder = found.isPending
    ? "Loading products..."
    : found.data && products.length === 0
      ? "No products yet"
      : "Pick a product";
  return (
    <Stack gap={12}>
      <SegmentedControl
        aria-label="Payment provider"
        data={paymentProviders.map((value) => ({ value, label: providerLabels[value] }))}
        value={provider}
        onChange={(value) => {
          connect.reset();
          found.reset();
          setToken("");
          setProductId(null);
          setProvider(value);
        }}
      />
      <PasswordInput
        {...tokenFields[provider]}
        placeholder={hasToken ? "A token is stored" : ""}
        autoComplete="off"
        value={token}
        error={wordsOf(found.error)}
        onChange={(event) => {
          connect.reset();
          found.reset();
          setToken(event.currentTarget.value);
        }}
      />
      <Group gap={8} align="flex-end">
        <Select
          flex={1}
          label="Product"
          allowDeselect={false}
          placeholder={placeholder}
          data={products.map(({ id, name }) => ({ value: id, label: name }))}
          value={productId}
          disabled={products.length === 0}
          onChange={setProductId}
        />
        <Button
          loading={connect.isPending}
          disabled={!productId || found.isPending}
          onClick={() => productId && connect.mutate({ appId, productId })}
        >
          Connect
        </Button>
      </Group>
      {connect.error && (
        <Text size="xs" c="red" role="alert">
          {wordsOf(connect.error)}
        </Text>
      )}
    </Stack>
  );
}
