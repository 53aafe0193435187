"use client";
import type { Ref } from "react";
import dynamic from "next/dynamic";
import { Button, Popover, Skeleton, Text } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconWorld } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { notify, notifySuccess } from "@/ui/notify";

const loadPanel = () => import("./PublishPanel");
const PublishPanel = dynamic(() => loadPanel().then((file) => file.PublishPanel), {
  ssr: false,
  loading: () => <Skeleton height={132} />,
});
const PublicationHistory = dynamic(() => import("./PublicationHistory").then((file) => file.PublicationHistory), {
  ssr: false,
});

/** 'Publish': what is live, whether it is the newest, and the way to change that. */
export function PublishButton({ appId, buttonRef }: { appId: string; buttonRef?: Ref<HTMLButtonElement> }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  // Also where the focus is outside: the popover alone would not hear the key.
  useHotkeys([["Escape", close]]);
  const [isHistoryOpen, history] = useDisclosure(false);
  const utils = trpc.useUtils();
  const { data: app } = trpc.apps.get.useQuery({ appId });
  const refresh = () =>
    Promise.all([
      utils.apps.get.invalidate({ appId }),
      utils.apps.search.invalidate(),
      utils.runtime.publications.invalidate({ appId }),
      utils.members.settings.invalidate({ appId }),
      utils.memberships.settings.invalidate({ appId }),
    ]);
  const publish = trpc.runtime.publish.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      await refresh();
      notifySuccess("Published");
    },
  });
  const unpublish = trpc.runtime.unpublish.useMutation({
    onSuccess: async () => {
      await refresh();
      close();
      notify("The app is no longer published", {
        action: { label: "Publish again", onClick: () => publish.mutate({ appId }) },
      });
    },
  });
  const isNewest = app?.publishedVersionId === app?.versionId;
  const label = !app?.isPublished ? "Publish" : isNewest ? "Published" : "Publish changes";
  return (
    <>
      {isHistoryOpen && <PublicationHistory appId={appId} onClose={history.close} />}
      <Popover opened={isOpen} onChange={toggle} position="bottom-end" width={360} trapFocus returnFocus>
        <Popover.Target>
          <Button
            ref={buttonRef}
            size="xs"
            leftSection={<IconWorld size={15} />}
            onPointerEnter={() => void loadPanel()}
            onFocus={() => void loadPanel()}
            onClick={toggle}
            loading={publish.isPending}
            disabled={!app}
            aria-haspopup="dialog"
            aria-label={publish.isPending ? "Publishing..." : label}
          >
            {/* A phone's bar has no room for two words. While it loads, the label keeps its width: the bar does not jump. */}
            {label.split(" ").map((word, at) => (
              <Text key={word} span inherit {...(at > 0 && { visibleFrom: "xs", ml: "0.3em" })}>
                {word}
              </Text>
            ))}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Publish">
          {app && (
            <PublishPanel
              app={app}
              isPublishing={publish.isPending}
              isUnpublishing={unpublish.isPending}
              error={publish.error}
              onPublish={(options) => publish.mutate({ appId, ...options })}
              onUnpublish={() => unpublish.mutate({ appId })}
              onHistory={() => {
                close();
                history.open();
              }}
            />
          )}
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
