"use client";
import { Skeleton, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "@/api/client";
import { problemOf } from "@/input-words";
import { mayStrangersJoin } from "../rules";
import { appLinksSchema, type AppLinks, type MemberSettings } from "../schema";

/** Whether strangers may sign up, and the links that stand wherever they do. */
export function SignupSettings({ appId }: { appId: string }) {
  const { data } = trpc.members.settings.useQuery({ appId });
  if (!data) return <Skeleton height={60} />;
  return (
    <Stack gap={16}>
      <SignupSwitch appId={appId} settings={data} />
      <LinkFields appId={appId} settings={data} />
    </Stack>
  );
}

/** What has to be done before the switch can be turned on. */
function missingWords({ isPublished, hasDomain }: MemberSettings): string | undefined {
  if (!isPublished && !hasDomain) return "Publish the app and give it a domain of its own first.";
  if (!isPublished) return "Publish the app first.";
  return hasDomain ? undefined : "Give the app a domain of its own first.";
}

function SignupSwitch({ appId, settings }: { appId: string; settings: MemberSettings }) {
  const utils = trpc.useUtils();
  const change = trpc.members.setSignup.useMutation({
    onSuccess: () =>
      Promise.all([
        utils.members.settings.invalidate({ appId }),
        utils.members.signup.invalidate({ appId }),
        utils.memberships.settings.invalidate({ appId }),
      ]),
  });
  const missing = missingWords(settings);
  const isWanted = settings.isSignupWanted;
  const usual = "Off: new members come by invitation only. On: whoever opens the app can become a member.";
  const later = " It takes effect once the app is published under a domain of its own.";
  const state = !missing ? "" : isWanted ? later : ` ${missing}`;
  return (
    <Switch
      label="Anybody can sign up"
      description={`${usual}${state}`}
      checked={isWanted}
      disabled={change.isPending}
      onChange={(event) => change.mutate({ appId, isSignupEnabled: event.currentTarget.checked })}
    />
  );
}

const fields = [
  { name: "termsOfServiceLink", label: "Terms of service link", placeholder: "https://" },
  { name: "privacyPolicyLink", label: "Privacy policy link", placeholder: "https://" },
  { name: "supportEmail", label: "Support email", placeholder: "support@example.com" },
] as const;

/** Saved when a field is left. "Show a red border when empty once signup is on" (2-builder.md §5). */
function LinkFields({ appId, settings }: { appId: string; settings: MemberSettings }) {
  const utils = trpc.useUtils();
  const form = useForm<AppLinks>({ initialValues: settings.links });
  const save = trpc.members.setLinks.useMutation({
    onSuccess: () => utils.members.settings.invalidate({ appId }),
  });
  const keep = (name: keyof AppLinks) => {
    const value = form.values[name].trim();
    const problem = problemOf(appLinksSchema.shape[name], value);
    if (problem) return form.setFieldError(name, problem);
    form.clearFieldError(name);
    const link = appLinksSchema.shape[name].parse(value);
    if (link !== settings.links[name]) save.mutate({ appId, [name]: link });
  };
  return (
    <Stack gap={8}>
      {fields.map(({ name, label, placeholder }) => {
        const { error, ...props } = form.getInputProps(name);
        return (
          <TextInput
            key={name}
            size="xs"
            label={label}
            placeholder={placeholder}
            {...props}
            error={error ?? (mayStrangersJoin(settings) && form.values[name].trim() === "")}
            onBlur={() => keep(name)}
          />
        );
      })}
    </Stack>
  );
}
