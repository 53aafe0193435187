"use client";
import { Button, Group, Skeleton, Stack, Switch, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { problemOf } from "@/input-words";
import { Failure } from "@/ui/Failure";
import { notifySuccess } from "@/ui/notify";
import { descriptionMax, type Site, siteSchema, titleMax } from "../schema";
import { PictureField } from "./PictureField";

/** What search engines, chats and the browser's tab show of the published app. */
export function SiteSection({ appId }: { appId: string }) {
  const site = trpc.site.get.useQuery({ appId });
  return (
    <Stack component="section" gap={12} mt={40} aria-label="Search and sharing">
      <div>
        <Title order={3}>Search and sharing</Title>
        <Text size="sm" c="dimmed">
          What search engines, chats and the browser show of the published app. Changes are live at once.
        </Text>
      </div>
      {site.error && !site.data ? (
        <Failure message={failureOf(site.error).message} onRetry={() => void site.refetch()} />
      ) : site.data ? (
        <SiteForm key={JSON.stringify(site.data.site)} appId={appId} stored={site.data} />
      ) : (
        <Skeleton height={240} />
      )}
    </Stack>
  );
}

const check = (field: keyof Site) => (value: unknown) => problemOf(siteSchema.shape[field], value);

function SiteForm({ appId, stored }: { appId: string; stored: RouterOutputs["site"]["get"] }) {
  const utils = trpc.useUtils();
  const { data: app } = trpc.apps.get.useQuery({ appId });
  const { data: account } = trpc.account.current.useQuery();
  const form = useForm({
    initialValues: stored.site,
    validate: { title: check("title"), description: check("description") },
  });
  const refresh = () => Promise.all([utils.site.get.invalidate({ appId }), utils.apps.get.invalidate({ appId })]);
  const update = trpc.site.update.useMutation({
    onSuccess: async () => {
      await refresh();
      notifySuccess("Saved");
    },
    // A newer save may be why: its revision is read, and what was typed stays.
    onError: () => void refresh(),
  });
  const mark = trpc.settings.saveStyle.useMutation({ onSuccess: refresh });
  const { values } = form;
  return (
    <form onSubmit={form.onSubmit((site) => update.mutate({ appId, revision: stored.revision, site }))}>
      <Stack gap={16}>
        <TextInput label="Title" placeholder={app?.name} maxLength={titleMax} {...form.getInputProps("title")} />
        <Textarea
          label="Description"
          placeholder={app?.description || "What the app is for, in a sentence or two"}
          autosize
          minRows={2}
          maxRows={4}
          maxLength={descriptionMax}
          {...form.getInputProps("description")}
        />
        <Group gap={24} align="flex-start">
          <PictureField
            appId={appId}
            label="Icon"
            hint="Square, at least 192 pixels"
            url={values.iconUrl}
            host={app?.url}
            onChange={(iconUrl) => form.setFieldValue("iconUrl", iconUrl)}
          />
          <PictureField
            appId={appId}
            label="Social picture"
            hint="1200 × 630 pixels"
            url={values.imageUrl}
            host={app?.url}
            onChange={(imageUrl) => form.setFieldValue("imageUrl", imageUrl)}
          />
        </Group>
        <Switch
          label="Search engines may list it"
          checked={!values.isHidden}
          onChange={(event) => form.setFieldValue("isHidden", !event.currentTarget.checked)}
        />
        {account?.isAdmin && (
          <Switch
            label="Hide “Made with Joinery”"
            checked={stored.hideBuildAI}
            disabled={mark.isPending}
            onChange={(event) => mark.mutate({ appId, appStyle: { hideBuildAI: event.currentTarget.checked } })}
          />
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
