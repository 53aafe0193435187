"use client";
import { Button, Group, Input, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { failureOf, trpc } from "@/api/client";
import { isEmail } from "@/features/account/rules";
import { InvitationLink } from "@/features/mail/ui/InvitationLink";
import { Modal } from "@/ui/Modal";
import { invitationDays, type MemberRole } from "../schema";
import { roleName, useRoles } from "./use-roles";

/** Makes a link that admits one person. */
export function InviteDialog({ appId, onClose }: { appId: string; onClose: () => void }) {
  const utils = trpc.useUtils();
  const { data: app } = trpc.apps.get.useQuery({ appId });
  const roles = useRoles(appId);
  const form = useForm<{ email: string; role: MemberRole }>({
    initialValues: { email: "", role: "user" },
    validate: {
      email: (value) => (value.trim() === "" || isEmail(value) ? null : "This email is invalid"),
    },
  });
  const invite = trpc.members.invite.useMutation({
    meta: { quiet: true },
    onSuccess: () => utils.members.invitations.invalidate({ appId }),
    onError: (error) => form.setFieldError("email", failureOf(error).message),
  });
  return (
    <Modal opened onClose={onClose} title="Invite a member">
      {invite.data ? (
        <Stack gap={16}>
          <InvitationLink
            invitation={invite.data}
            days={invitationDays}
            more={app?.isPublished === false && "Publish the app first: until then the link leads nowhere."}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Done
            </Button>
          </Group>
        </Stack>
      ) : (
        <form
          noValidate
          onSubmit={form.onSubmit(({ email, role }) =>
            invite.mutate({ appId, role, ...(email.trim() && { email: email.trim() }) }),
          )}
        >
          <Stack gap={16}>
            <TextInput
              label="Email"
              type="email"
              data-autofocus
              description="Optional: then the link works for this address only"
              {...form.getInputProps("email")}
            />
            <Input.Wrapper label="Role" labelElement="div">
              <SegmentedControl
                fullWidth
                mt={4}
                data={roles.map((role) => ({ value: role, label: roleName(role) }))}
                {...form.getInputProps("role")}
                aria-label="Role"
              />
            </Input.Wrapper>
            <Group justify="flex-end" gap={8}>
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={invite.isPending}>
                Create link
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
