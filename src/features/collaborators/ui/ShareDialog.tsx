"use client";
import { useRouter } from "next/navigation";
import { Avatar, Badge, Button, Divider, Indicator, Select, Skeleton, Stack, Text } from "@mantine/core";
import { reaches } from "@/api/app-role";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { Modal } from "@/ui/Modal";
import { notifySuccess } from "@/ui/notify";
import { initialsOf, nameOf } from "../rules";
import { collaboratorRoles, type PresentPerson, roleWords } from "../schema";
import { InviteForm } from "./InviteForm";
import classes from "./people.module.css";

const roleChoices = collaboratorRoles.map((value) => ({ value, label: roleWords[value].label }));

type Props = { appId: string; here: PresentPerson[]; onClose: () => void };

/** Who builds this app, with what rights. */
export function ShareDialog({ appId, here, onClose }: Props) {
  const list = trpc.collaborators.list.useQuery({ appId });
  return (
    <Modal opened onClose={onClose} title="Share this app" size="lg">
      {list.data ? (
        <People appId={appId} list={list.data} here={here} />
      ) : list.error ? (
        <Failure message={failureOf(list.error).message} onRetry={() => void list.refetch()} />
      ) : (
        <Skeleton height={160} />
      )}
    </Modal>
  );
}

type List = RouterOutputs["collaborators"]["list"];

function People({ appId, list, here }: { appId: string; list: List; here: PresentPerson[] }) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const { data: account } = trpc.account.current.useQuery();
  const refresh = () => utils.collaborators.list.invalidate({ appId });
  const setRole = trpc.collaborators.setRole.useMutation({ onSuccess: refresh });
  const revoke = trpc.collaborators.revoke.useMutation({ onSuccess: refresh });
  const remove = trpc.collaborators.remove.useMutation({ onSuccess: refresh });
  const leave = trpc.collaborators.leave.useMutation({
    onSuccess: () => {
      notifySuccess("You left the app");
      router.push("/home");
    },
  });
  const mayManage = reaches(list.role, "admin");
  const isHere = (id: string) => here.some(({ accountId }) => accountId === id);
  return (
    <Stack gap={16}>
      {mayManage && <InviteForm appId={appId} onInvited={() => void refresh()} />}
      <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: "none" }} aria-label="People who build this app">
        <Person email={list.owner.email} isHere={isHere(list.owner.accountId)}>
          <Badge variant="light" color="gray" tt="none">
            Owner
          </Badge>
        </Person>
        {list.collaborators.map(({ accountId, email, role }) => (
          <Person key={accountId} email={email} isHere={isHere(accountId)}>
            {mayManage ? (
              <Select
                size="xs"
                w={116}
                aria-label={`Role of ${email}`}
                allowDeselect={false}
                data={roleChoices}
                value={role}
                onChange={(next) => next && setRole.mutate({ appId, accountId, role: next })}
              />
            ) : (
              <Badge variant="light" color="gray" tt="none">
                {roleWords[role].label}
              </Badge>
            )}
            {accountId === account?.accountId ? (
              <Button
                size="xs"
                variant="subtle"
                color="red"
                loading={leave.isPending}
                onClick={() => leave.mutate({ appId })}
              >
                Leave
              </Button>
            ) : (
              mayManage && (
                <Button
                  size="xs"
                  variant="subtle"
                  color="red"
                  aria-label={`Remove ${email}`}
                  onClick={() => remove.mutate({ appId, accountId })}
                >
                  Remove
                </Button>
              )
            )}
          </Person>
        ))}
        {list.invitations.map(({ id, email, role }) => (
          <Person key={id} email={email ?? "Anybody with the link"} isHere={false} isPending>
            <Badge variant="light" color="yellow" tt="none">
              Invited: {roleWords[role].label.toLowerCase()}
            </Badge>
            <Button
              size="xs"
              variant="subtle"
              color="red"
              aria-label={`Take back the invitation of ${email ?? "anybody with the link"}`}
              onClick={() => revoke.mutate({ appId, invitationId: id })}
            >
              Take back
            </Button>
          </Person>
        ))}
      </Stack>
      <Divider />
      <Stack gap={2}>
        {collaboratorRoles.map((role) => (
          <Text key={role} size="xs" c="dimmed">
            <b>{roleWords[role].label}:</b> {roleWords[role].may}
          </Text>
        ))}
        <Text size="xs" c="dimmed">
          What the assistant costs here is on the owner’s budget, whoever asks it.
        </Text>
      </Stack>
    </Stack>
  );
}

type PersonProps = { email: string; isHere: boolean; isPending?: boolean; children: React.ReactNode };

function Person({ email, isHere, isPending = false, children }: PersonProps) {
  return (
    <li className={classes.row}>
      <Indicator disabled={!isHere} color="green" size={10} offset={4} position="bottom-end">
        <Avatar size={32} radius="xl" color="initials" name={nameOf(email)} aria-hidden>
          {isPending ? "?" : initialsOf(email)}
        </Avatar>
      </Indicator>
      <div className={classes.who}>
        <Text size="sm" truncate title={email}>
          {email}
        </Text>
        {isHere && (
          <Text size="xs" c="dimmed">
            Here now
          </Text>
        )}
      </div>
      {children}
    </li>
  );
}
