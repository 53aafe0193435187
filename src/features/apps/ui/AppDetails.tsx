"use client";
import { useState } from "react";
import { useRouter } from "next/navigation";
import { Button, Container, Group, Skeleton, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { MembersSection } from "@/features/members/ui/MembersSection";
import { Failure } from "@/ui/Failure";
import { notifySuccess } from "@/ui/notify";
import { appNameSchema, nameMax, slugSchema } from "../schema";
import { DeleteApp } from "./DeleteApp";

type Details = RouterOutputs["apps"]["get"];

/** Name, address, and the way to delete. */
export function AppDetails({ appId }: { appId: string }) {
  const router = useRouter();
  const app = trpc.apps.get.useQuery({ appId });
  const [isDeleting, deleting] = useDisclosure(false);
  if (app.error && !app.data)
    return <Failure message={failureOf(app.error).message} onRetry={() => void app.refetch()} />;
  return (
    <Container size={560} w="100%" py={24} px={24} mx={0}>
      <Title order={2} mb={16}>
        App details
      </Title>
      {app.data ? <DetailsForm app={app.data} key={app.data.revision} /> : <Skeleton height={200} />}
      <MembersSection appId={appId} />
      <Title order={3} mt={40} mb={4}>
        Delete this app
      </Title>
      <Text size="sm" c="dimmed" mb={12}>
        Its code, versions, data, members and published address are deleted.
      </Text>
      <Button variant="outline" color="red" onClick={deleting.open} disabled={!app.data}>
        Delete app
      </Button>
      {isDeleting && app.data && (
        <DeleteApp app={app.data} onClose={deleting.close} onDeleted={() => router.push("/home")} />
      )}
    </Container>
  );
}

function DetailsForm({ app }: { app: Details }) {
  const utils = trpc.useUtils();
  const [conflict, setConflict] = useState<string>();
  const form = useForm({
    initialValues: { name: app.name, slug: app.slug },
    validate: {
      name: (value) => appNameSchema.safeParse(value).error?.issues[0]?.message ?? null,
      slug: (value) => slugSchema.safeParse(value).error?.issues[0]?.message ?? null,
    },
  });
  const update = trpc.apps.update.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      await Promise.all([utils.apps.get.invalidate({ appId: app.appId }), utils.apps.list.invalidate()]);
      notifySuccess("Saved");
    },
    onError: (error) => setConflict(failureOf(error).message),
  });
  return (
    <form onSubmit={form.onSubmit((values) => update.mutate({ appId: app.appId, revision: app.revision, ...values }))}>
      <Stack gap={16}>
        <TextInput label="Name" maxLength={nameMax} {...form.getInputProps("name")} />
        <TextInput
          label="Address"
          description={`Your published app lives at ${new URL(app.url).host}`}
          maxLength={48}
          {...form.getInputProps("slug")}
        />
        {conflict && (
          <Text size="sm" c="red" role="alert">
            {conflict}
          </Text>
        )}
        <Group>
          <Button type="submit" loading={update.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
