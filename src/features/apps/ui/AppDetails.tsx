"use client";
import { useRouter } from "next/navigation";
import { Button, Container, Skeleton, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { isText, shape } from "@/engines/shape";
import { problemOf } from "@/input-words";
import { Failure } from "@/ui/Failure";
import { KeptEditFooter } from "@/ui/KeptEditFooter";
import { notifySuccess } from "@/ui/notify";
import { type Edit, useKeptEdit } from "@/ui/use-kept-edit";
import { appNameSchema, slugSchema } from "../schema";
import { DeleteApp } from "./DeleteApp";

type Details = RouterOutputs["apps"]["get"];

/** Name, address and deletion. @param children sections of other features, above the deletion */
export function AppDetails({ appId, children }: { appId: string; children?: React.ReactNode }) {
  const router = useRouter();
  const app = trpc.apps.get.useQuery({ appId });
  const [isDeleting, deleting] = useDisclosure(false);
  const { may } = useRights(appId);
  if (app.error && !app.data)
    return <Failure message={failureOf(app.error).message} onRetry={() => void app.refetch()} />;
  return (
    <Container size={560} w="100%" py={24} px={24} mx={0}>
      <Title order={2} mb={16}>
        App details
      </Title>
      {app.data ? <DetailsForm app={app.data} /> : <Skeleton height={200} />}
      {children}
      {may("owner") && (
        <>
          <Title order={3} mt={40} mb={4}>
            Delete this app
          </Title>
          <Text size="sm" c="dimmed" mb={12}>
            Its code, versions, data, members and published address are deleted.
          </Text>
          <Button variant="outline" color="red" onClick={deleting.open}>
            Delete app
          </Button>
        </>
      )}
      {isDeleting && app.data && (
        <DeleteApp app={app.data} onClose={deleting.close} onDeleted={() => router.push("/home")} />
      )}
    </Container>
  );
}

/** The address alone, where the name is a text of its own panel. */
export function AppAddress({ appId }: { appId: string }) {
  const { data } = trpc.apps.get.useQuery({ appId });
  return (
    <Stack component="section" gap={12} aria-label="Address">
      <Title order={3}>Address</Title>
      {data ? <DetailsForm app={data} hasName={false} /> : <Skeleton height={90} />}
    </Stack>
  );
}

type Named = { name: string; slug: string };
const isNamed = shape<Named>({ name: isText, slug: isText });
const isChanged = shape<Edit<Named>>({ base: isNamed, mine: isNamed });
const isEdit = (value: unknown): value is Edit<Named> | null => value === null || isChanged(value);
const labels = { name: "Name", slug: "Address" };

function DetailsForm({ app, hasName = true }: { app: Details; hasName?: boolean }) {
  const utils = trpc.useUtils();
  // A changed address breaks links to the published app.
  const refusal = useRights(app.appId).refusal("manager");
  const saved: Named = { name: app.name, slug: app.slug };
  const edit = useKeptEdit(`joinery.details.${app.appId}`, isEdit, saved);
  const { values, isDirty, hasConflict } = edit;
  const problems = {
    name: problemOf(appNameSchema, values.name),
    slug: problemOf(slugSchema, values.slug),
  };
  const update = trpc.apps.update.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      edit.drop();
      await Promise.all([utils.apps.get.invalidate({ appId: app.appId }), utils.apps.search.invalidate()]);
      notifySuccess("Saved");
    },
    // On a stale revision load the newer values, to be shown beside the draft.
    onError: () => void utils.apps.get.invalidate({ appId: app.appId }),
  });
  const type = (field: "name" | "slug", value: string) => {
    update.reset();
    edit.type(field, value);
  };
  const choose = (mine: Named) => {
    update.reset();
    edit.choose(mine);
  };
  const failure = update.error && failureOf(update.error);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (problems.name || problems.slug || hasConflict || !isDirty) return;
        update.mutate({ appId: app.appId, revision: app.revision, ...values });
      }}
    >
      <Stack gap={16}>
        {hasName && (
          <TextInput
            label="Name"
            value={values.name}
            error={problems.name}
            onChange={(event) => type("name", event.currentTarget.value)}
          />
        )}
        <TextInput
          label="Address"
          description={`Your published app lives at ${new URL(app.url).host}${refusal ? `. ${refusal}.` : ""}`}
          disabled={refusal !== undefined}
          value={values.slug}
          error={problems.slug}
          onChange={(event) => type("slug", event.currentTarget.value)}
        />
        <KeptEditFooter edit={{ ...edit, choose }} labels={labels} isSaving={update.isPending}>
          {failure && failure.reason !== "stale-revision" && (
            <Text size="sm" c="red" role="alert">
              {failure.message}
            </Text>
          )}
        </KeptEditFooter>
      </Stack>
    </form>
  );
}
