"use client";
import { useEffect, useEffectEvent, useState } from "react";
import { useRouter, useSearchParams } from "next/navigation";
import { Alert, Anchor, Box, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconAlertCircle } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { Logo } from "@/ui/Logo";
import { redirectTarget } from "../rules";
import { emailSchema, passwordMin } from "../schema";

/** One card for both: signing up asks for the same two things. */
export function SignIn() {
  const router = useRouter();
  const search = useSearchParams();
  const [isNew, setIsNew] = useState(search.get("new") === "1");
  const utils = trpc.useUtils();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { email: "", password: "" },
    validate: {
      email: (value) => (emailSchema.safeParse(value).success ? null : "This email is invalid"),
      password: (value) =>
        value === "" ? "Enter your password" : isNew && value.length < passwordMin ? "This password is too weak" : null,
    },
  });
  const enter = async () => {
    await utils.invalidate();
    router.replace(redirectTarget(search.get("redirectTo"), window.location.origin) ?? "/home");
  };
  // Who is signed in has nothing to do here.
  const current = trpc.account.current.useQuery(undefined, { retry: false });
  const isIn = current.isSuccess;
  const goOn = useEffectEvent(() =>
    router.replace(redirectTarget(search.get("redirectTo"), window.location.origin) ?? "/home"),
  );
  useEffect(() => {
    if (isIn) goOn();
  }, [isIn]);
  const options = { meta: { quiet: true }, onSuccess: enter };
  const signIn = trpc.account.signIn.useMutation(options);
  const signUp = trpc.account.signUp.useMutation(options);
  const call = isNew ? signUp : signIn;
  const toggle = () => {
    setIsNew(!isNew);
    signIn.reset();
    signUp.reset();
    form.clearErrors();
  };

  return (
    <Box mih="100dvh" p={16} style={{ display: "grid", placeItems: "center", background: "var(--surface-sunken)" }}>
      <Paper component="main" withBorder p={32} radius="lg" w="100%" maw={400}>
        <form noValidate onSubmit={form.onSubmit((values) => call.mutate(values))}>
          <Stack gap={16}>
            <Logo size={36} />
            <div>
              <Title order={1} size={22}>
                {isNew ? "Create your account" : "Sign in to Joinery"}
              </Title>
              <Text c="dimmed" size="sm" mt={4}>
                {isNew ? "Then describe the app you want." : "Build apps by talking to an assistant."}
              </Text>
            </div>
            {call.error && (
              <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
                {failureOf(call.error).message}
              </Alert>
            )}
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
            <Button type="submit" size="md" fullWidth loading={call.isPending || call.isSuccess}>
              {isNew ? "Create account" : "Sign in"}
            </Button>
            <Text size="sm" c="dimmed" ta="center">
              {isNew ? "Already have an account?" : "New here?"}{" "}
              <Anchor component="button" type="button" size="sm" onClick={toggle}>
                {isNew ? "Sign in" : "Create an account"}
              </Anchor>
            </Text>
          </Stack>
        </form>
      </Paper>
    </Box>
  );
}
