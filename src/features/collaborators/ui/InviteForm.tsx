"use client";
import { useState } from "react";
import { Button, Group, Select, Stack, TextInput } from "@mantine/core";
import { failureOf, trpc } from "@/api/client";
import { isEmail } from "@/features/account/rules";
import { InvitationLink } from "@/features/mail/ui/InvitationLink";
import { type CollaboratorRole, collaboratorRoles, inviteDays, roleWords } from "../schema";

/** By mail, or a link to send oneself. */
export function InviteForm({ appId, onInvited }: { appId: string; onInvited: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<CollaboratorRole>("edit");
  const [problem, setProblem] = useState<string>();
  const invite = trpc.collaborators.invite.useMutation({
    meta: { quiet: true },
    onSuccess: () => {
      setEmail("");
      onInvited();
    },
    onError: (error) => setProblem(failureOf(error).message),
  });
  const send = () => {
    const address = email.trim();
    if (address !== "" && !isEmail(address)) return setProblem("This email is invalid");
    setProblem(undefined);
    invite.mutate({ appId, role, ...(address && { email: address }) });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap={12}>
        <Group gap={8} align="flex-start">
          <TextInput
            type="email"
            flex={1}
            miw={200}
            aria-label="Email"
            placeholder="Email, or nothing for a link"
            data-autofocus
            value={email}
            error={problem}
            onChange={({ currentTarget }) => {
              setEmail(currentTarget.value);
              setProblem(undefined);
            }}
          />
          <Select
            w={116}
            aria-label="Role"
            allowDeselect={false}
            data={collaboratorRoles.map((value) => ({ value, label: roleWords[value].label }))}
            value={role}
            onChange={(next) => next && setRole(next)}
          />
          <Button type="submit" loading={invite.isPending}>
            {email.trim() === "" ? "Create link" : "Invite"}
          </Button>
        </Group>
        {invite.data && !invite.isPending && <InvitationLink invitation={invite.data} days={inviteDays} />}
      </Stack>
    </form>
  );
}
