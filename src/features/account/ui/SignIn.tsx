"use client";
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useRouter, useSearchParams } from "next/navigation";
import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { confirmSale } from "../confirm-sale";
import { afterSignIn } from "../rules";
import { passwordMin } from "../limits";
import { AskForMail } from "./AskForMail";
import { AuthCard } from "./AuthCard";
import { Refused } from "./Refused";
import { SecondStep, type Step, stepOf, takeStep } from "./SecondStep";
import { useCredentialsForm } from "./use-credentials-form";
import { useHasPasskeys, usePasskeySignIn } from "./use-passkey-sign-in";

const views = ["sign-in", "sign-up", "reset", "link"] as const;
type View = (typeof views)[number];

/** The view of a URL: `/login?new=1`, `/login?view=reset`. */
const viewOf = (search: URLSearchParams): View =>
  views.find((view) => view === search.get("view")) ?? (search.get("new") === "1" ? "sign-up" : "sign-in");

/** A link to another view: a real URL before hydration, client state after. */
function ViewLink({ view, onOpen, children }: { view: View; onOpen: () => void; children: ReactNode }) {
  const search = new URLSearchParams(useSearchParams());
  search.delete("new");
  search.set("view", view);
  const open = (event: MouseEvent) => {
    event.preventDefault();
    onOpen();
  };
  return (
    <Anchor href={`/login?${search}`} size="sm" underline="always" onClick={open}>
      {children}
    </Anchor>
  );
}

const never = () => () => undefined;

function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * /login: sign in, sign up, and the two ways by mail.
 * @param mayBeSignedIn a session cookie exists; without one no query is made
 * @param others ways in of other features
 */
export function SignIn({ mayBeSignedIn, others }: { mayBeSignedIn: boolean; others?: ReactNode }) {
  const search = useSearchParams();
  const [view, setView] = useState<View>(() => viewOf(search));
  const [email, setEmail] = useState("");
  const [isEntering, setIsEntering] = useState(false);
  const router = useRouter();
  // Signed-in visitors are redirected.
  const current = trpc.account.current.useQuery(undefined, { retry: false, enabled: mayBeSignedIn });
  const isIn = current.isSuccess && !isEntering;
  const goOn = useEffectEvent(() => router.replace(afterSignIn(search, window.location.origin)));
  useEffect(() => {
    if (isIn) goOn();
  }, [isIn]);
  if (view === "reset" || view === "link")
    return <AskForMail kind={view} email={email} onBack={() => setView("sign-in")} />;
  return (
    <Credentials
      isNew={view === "sign-up"}
      others={others}
      onEnter={() => setIsEntering(true)}
      onView={(next, typed) => {
        setEmail(typed);
        setView(next);
      }}
    />
  );
}

/** One form for sign-in and sign-up: both ask for the same. */
function Credentials({
  isNew,
  others,
  onEnter,
  onView,
}: {
  isNew: boolean;
  others: ReactNode;
  onEnter: () => void;
  onView: (view: View, email: string) => void;
}) {
  const { enter, isConfirming, problem } = useAfterSignIn();
  const [step, setStep] = useState<Step>();
  // A sign-in elsewhere comes back with its second step in the fragment.
  useEffect(() => setStep(takeStep()), []);
  const options = {
    meta: { quiet: true },
    onMutate: onEnter,
    onSuccess: enter,
    onError: (error: unknown) => setStep(stepOf(error)),
  };
  const signIn = trpc.account.signIn.useMutation(options);
  const signUp = trpc.account.signUp.useMutation(options);
  const call = isNew ? signUp : signIn;
  const { form, submit } = useCredentialsForm(isNew, call.mutate);
  const toggle = () => {
    signIn.reset();
    signUp.reset();
    form.clearErrors();
    onView(isNew ? "sign-in" : "sign-up", form.getValues().email);
  };
  // Before hydration a native submit would put the password in the URL.
  const isHydrated = useIsHydrated();
  const passkey = usePasskeySignIn({ onIn: enter });
  if (step)
    return (
      <SecondStep
        step={step}
        onIn={enter}
        onBack={() => {
          setStep(undefined);
          signIn.reset();
        }}
      />
    );
  return (
    <AuthCard
      title={isNew ? "Create your account" : "Sign in to Joinery"}
      text={isNew ? "Then describe the app you want." : "Build apps by talking to an assistant."}
    >
      <form noValidate method="post" onSubmit={submit}>
        <Stack gap={16}>
          <Refused error={call.error ?? passkey.error ?? problem} />
          <TextInput
            label="Email"
            type="email"
            name="email"
            autoComplete="email"
            autoFocus
            key={form.key("email")}
            {...form.getInputProps("email")}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete={isNew ? "new-password" : "current-password"}
            description={isNew ? `At least ${passwordMin} characters, and not easy to guess` : undefined}
            key={form.key("password")}
            {...form.getInputProps("password")}
          />
          <Button
            type="submit"
            size="md"
            fullWidth
            disabled={!isHydrated}
            loading={call.isPending || (call.isSuccess && !problem)}
          >
            {isNew ? "Create account" : "Sign in"}
          </Button>
          {isConfirming && (
            <Text size="sm" c="dimmed" ta="center" role="status">
              Confirming your payment…
            </Text>
          )}
        </Stack>
      </form>
      {!isNew && (
        <PasskeyButton
          isHydrated={isHydrated}
          isPending={passkey.isPending && !problem}
          onStart={() => {
            onEnter();
            void passkey.start();
          }}
        />
      )}
      {others}
      {!isNew && (
        <Group justify="space-between">
          <ViewLink view="reset" onOpen={() => onView("reset", form.getValues().email)}>
            Forgot your password?
          </ViewLink>
          <ViewLink view="link" onOpen={() => onView("link", form.getValues().email)}>
            Email me a link
          </ViewLink>
        </Group>
      )}
      <Text size="sm" c="dimmed" ta="center">
        {isNew ? "Already have an account?" : "New here?"}{" "}
        <ViewLink view={isNew ? "sign-in" : "sign-up"} onOpen={toggle}>
          {isNew ? "Sign in" : "Create an account"}
        </ViewLink>
      </Text>
    </AuthCard>
  );
}

/** Shown where the browser has passkeys. */
function PasskeyButton({
  isHydrated,
  isPending,
  onStart,
}: {
  isHydrated: boolean;
  isPending: boolean;
  onStart: () => void;
}) {
  if (!useHasPasskeys()) return null;
  return (
    <Button
      variant="default"
      size="md"
      fullWidth
      leftSection={<IconFingerprint size={18} />}
      disabled={!isHydrated}
      loading={isPending}
      onClick={onStart}
    >
      Sign in with a passkey
    </Button>
  );
}

/** After sign-in: confirms a payment for a `sale_id`, then redirects. */
function useAfterSignIn() {
  const router = useRouter();
  const search = useSearchParams();
  const utils = trpc.useUtils();
  const [isConfirming, setIsConfirming] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const create = trpc.account.create.useMutation({ meta: { quiet: true } });
  const signOut = trpc.account.signOut.useMutation({ meta: { quiet: true } });
  const enter = async () => {
    const saleId = search.get("sale_id");
    if (saleId) {
      setIsConfirming(true);
      try {
        const isClaimed = await confirmSale(
          () => create.mutateAsync({ saleId }),
          (error) => failureOf(error).reason === "sale-unknown",
        );
        if (!isClaimed) {
          await signOut.mutateAsync().catch(() => undefined);
          return window.location.replace(`/error/unauthorized?paymentId=${encodeURIComponent(saleId)}`);
        }
      } catch (error) {
        setIsConfirming(false);
        const { reason } = failureOf(error);
        const words = "Something went wrong in creating account, try again later or contact us";
        return setProblem(reason === "offline" ? error : new Error(words));
      }
    }
    await utils.invalidate();
    router.replace(afterSignIn(search, window.location.origin));
  };
  return { enter, isConfirming, problem };
}
