"use client";
import { Group, Skeleton, Stack, Switch, Text, Textarea, TextInput, Title } from "@mantine/core";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { isFlag, isText, shape } from "@/engines/shape";
import { problemOf } from "@/input-words";
import { Failure } from "@/ui/Failure";
import { KeptEditFooter } from "@/ui/KeptEditFooter";
import { notifySuccess } from "@/ui/notify";
import { type Edit, useKeptEdit } from "@/ui/use-kept-edit";
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
        <SiteForm appId={appId} stored={site.data} />
      ) : (
        <Skeleton height={240} />
      )}
    </Stack>
  );
}

const isSite = shape<Site>({ title: isText, description: isText, iconUrl: isText, imageUrl: isText, isHidden: isFlag });
const isChanged = shape<Edit<Site>>({ base: isSite, mine: isSite });
const isEdit = (value: unknown): value is Edit<Site> | null => value === null || isChanged(value);

const labels: Record<keyof Site, string> = {
  title: "Title",
  description: "Description",
  iconUrl: "Icon",
  imageUrl: "Social picture",
  isHidden: "Hidden from search engines",
};
const inWords = (value: string | boolean): string =>
  typeof value === "string" ? value || "nothing" : value ? "on" : "off";

function SiteForm({ appId, stored }: { appId: string; stored: RouterOutputs["site"]["get"] }) {
  const utils = trpc.useUtils();
  const { data: app } = trpc.apps.get.useQuery({ appId });
  const { data: account } = trpc.account.current.useQuery();
  const edit = useKeptEdit(`joinery.site.${appId}`, isEdit, stored.site);
  const { values } = edit;
  const problems = {
    title: problemOf(siteSchema.shape.title, values.title),
    description: problemOf(siteSchema.shape.description, values.description),
  };
  const refresh = () => Promise.all([utils.site.get.invalidate({ appId }), utils.apps.get.invalidate({ appId })]);
  const update = trpc.site.update.useMutation({
    onSuccess: async () => {
      edit.drop();
      await refresh();
      notifySuccess("Saved");
    },
    // A newer save may be why: it is read, and what was typed stays.
    onError: () => void refresh(),
  });
  const mark = trpc.settings.saveStyle.useMutation({ onSuccess: refresh });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (problems.title || problems.description || edit.hasConflict || !edit.isDirty) return;
        update.mutate({ appId, revision: stored.revision, site: siteSchema.parse(values) });
      }}
    >
      <Stack gap={16}>
        <TextInput
          label="Title"
          placeholder={app?.name}
          maxLength={titleMax}
          value={values.title}
          error={problems.title}
          onChange={(event) => edit.type("title", event.currentTarget.value)}
        />
        <Textarea
          label="Description"
          placeholder={app?.description || "What the app is for, in a sentence or two"}
          autosize
          minRows={2}
          maxRows={4}
          maxLength={descriptionMax}
          value={values.description}
          error={problems.description}
          onChange={(event) => edit.type("description", event.currentTarget.value)}
        />
        <Group gap={24} align="flex-start">
          <PictureField
            appId={appId}
            label="Icon"
            hint="Square, at least 192 pixels"
            url={values.iconUrl}
            host={app?.url}
            onChange={(iconUrl) => edit.type("iconUrl", iconUrl)}
          />
          <PictureField
            appId={appId}
            label="Social picture"
            hint="1200 × 630 pixels"
            url={values.imageUrl}
            host={app?.url}
            onChange={(imageUrl) => edit.type("imageUrl", imageUrl)}
          />
        </Group>
        <Switch
          label="Search engines may list it"
          checked={!values.isHidden}
          onChange={(event) => edit.type("isHidden", !event.currentTarget.checked)}
        />
        {account?.isAdmin && (
          <Switch
            label="Hide “Made with Joinery”"
            checked={stored.hideBuildAI}
            disabled={mark.isPending}
            onChange={(event) => mark.mutate({ appId, appStyle: { hideBuildAI: event.currentTarget.checked } })}
          />
        )}
        <KeptEditFooter edit={edit} labels={labels} inWords={inWords} isSaving={update.isPending} />
      </Stack>
    </form>
  );
}
