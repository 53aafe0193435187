"use client";
import { useState } from "react";
import { Alert, Button, Group, NumberInput, Select, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconInfoCircle, IconPlus } from "@tabler/icons-react";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { notifySuccess } from "@/ui/notify";
import { type ServiceInput, servicesMax } from "../schema";
import { ServiceCard } from "./ServiceCard";

type Choice = RouterOutputs["models"]["get"];

/** The models that the assistant and the apps use: services in the order in which they are asked, and limits. */
export function ModelSettings() {
  const choice = trpc.models.get.useQuery(undefined, { refetchOnWindowFocus: false });
  if (choice.error && !choice.data)
    return <Failure message={failureOf(choice.error).message} onRetry={() => void choice.refetch()} />;
  if (!choice.data) return <Skeleton height={320} />;
  return <ChoiceForm choice={choice.data} />;
}

const blank = (): ServiceInput => ({
  id: `s${Date.now().toString(36)}`,
  provider: "anthropic",
  baseUrl: "",
  names: { build: "", repair: "", small: "" },
});

const orNull = (value: number | string) => (value === "" ? null : Number(value));

function ChoiceForm({ choice }: { choice: Choice }) {
  const utils = trpc.useUtils();
  const [services, setServices] = useState<ServiceInput[]>(() =>
    choice.services.map(({ hasKey: _hasKey, ...service }) => service),
  );
  const [limits, setLimits] = useState(choice.limits);
  const save = trpc.models.save.useMutation({
    onSuccess: (next) => {
      utils.models.get.setData(undefined, next);
      setServices((list) => list.map(({ key: _key, ...service }) => service));
      notifySuccess("Saved. The next request uses it.");
    },
  });
  const failure = save.error && failureOf(save.error);
  const { provider, name } = choice.environment;
  const put = (index: number, service: ServiceInput) => setServices((list) => list.with(index, service));
  return (
    <Stack gap={20} maw={720}>
      <Alert color="gray" variant="light" icon={<IconInfoCircle size={18} />}>
        {services.length > 0
          ? "These services come before the environment's MODEL_… settings. When one fails, the next one is asked."
          : provider === "offline"
            ? "No model is set: the built-in builder works without one. Add a service to have a model build apps."
            : `The environment's settings hold: ${provider}${name ? `, ${name}` : ""}. A service that you add here comes before them.`}
      </Alert>
      {services.map((service, index) => (
        <ServiceCard
          key={service.id}
          service={service}
          hasKey={choice.services.some(({ id, hasKey }) => id === service.id && hasKey)}
          place={
            index === 0
              ? "Asked first"
              : `Asked when the ${index === 1 ? "first" : "others"} fail${index === 1 ? "s" : ""}`
          }
          onChange={(next) => put(index, next)}
          onRemove={() => setServices((list) => list.filter(({ id }) => id !== service.id))}
          onFirst={
            index > 0
              ? () => setServices((list) => [service, ...list.filter(({ id }) => id !== service.id)])
              : undefined
          }
        />
      ))}
      {services.length < servicesMax && (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => setServices((list) => [...list, blank()])}
          >
            Add a service
          </Button>
        </Group>
      )}
      <Title order={2} size="h4">
        Limits
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={12}>
        <NumberInput
          label="Budget a month and account"
          description="Empty: as in the environment"
          prefix="$"
          min={0}
          decimalScale={2}
          allowNegative={false}
          value={limits.monthlyUsdMax ?? ""}
          onChange={(value) => setLimits({ ...limits, monthlyUsdMax: orNull(value) })}
        />
        <Select
          label="Attempts to mend an answer"
          description="After the check of its work"
          data={[
            { value: "", label: "As in the environment" },
            { value: "0", label: "None, without a check" },
            { value: "1", label: "One" },
            { value: "2", label: "Two" },
          ]}
          allowDeselect={false}
          value={limits.autoFixes === null ? "" : String(limits.autoFixes)}
          onChange={(value) => setLimits({ ...limits, autoFixes: orNull(value ?? "") })}
        />
        <NumberInput
          label="Longest silence"
          description="Then the service has failed"
          suffix=" s"
          min={5}
          max={3600}
          allowDecimal={false}
          value={limits.timeoutSeconds ?? ""}
          onChange={(value) => setLimits({ ...limits, timeoutSeconds: orNull(value) })}
        />
      </SimpleGrid>
      {failure && (
        <Text c="red" size="sm" role="alert">
          {failure.message}
        </Text>
      )}
      <Group>
        <Button loading={save.isPending} onClick={() => save.mutate({ services, limits })}>
          Save
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        Keys are stored encrypted and are never shown again.
      </Text>
    </Stack>
  );
}
