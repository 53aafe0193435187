"use client";
import { useMemo, useState } from "react";
import { Code, Group, Text, TextInput } from "@mantine/core";
import { encode } from "uqr";
import { trpc, wordsOf } from "@/api/client";
import { FormDialog } from "@/ui/FormDialog";
import { showSecret } from "@/features/factors/rules";
import { CopyIcon } from "@/ui/CopyText";

/** A QR code as one path, black on white in dark mode too: cameras read no other reliably. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { border: 3 });
    const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: path.join("") };
  }, [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={208}
      height={208}
      role="img"
      aria-label={label}
      style={{ borderRadius: 8 }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

/** Second half of setting up an authenticator app: scan, then prove it by a code. */
export function SetUpAuthenticator({
  secret,
  uri,
  onDone,
  onClose,
}: {
  secret: string;
  uri: string;
  onDone: (recoveryCodes: string[] | null) => void;
  onClose: () => void;
}) {
  const [code, setCode] = useState("");
  const confirm = trpc.account.confirmAuthenticator.useMutation({
    meta: { quiet: true },
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <FormDialog
      title="Set up an authenticator app"
      closeOnClickOutside={false}
      action="Turn on"
      isReady={code.trim() !== ""}
      isPending={confirm.isPending}
      error={wordsOf(confirm.error)}
      onSubmit={() => confirm.mutate({ code })}
      onClose={onClose}
    >
      <Text size="sm">Scan this with your authenticator app, then enter the code that it shows.</Text>
      <Group justify="center">
        <QrCode text={uri} label="QR code for your authenticator app" />
      </Group>
      <div>
        <Text size="xs" c="dimmed">
          Or enter this key by hand
        </Text>
        <Group gap={4} wrap="nowrap">
          <Code style={{ overflowWrap: "anywhere" }}>{showSecret(secret)}</Code>
          <CopyIcon text={secret} label="Copy the key" />
        </Group>
      </div>
      <TextInput
        label="Code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={12}
        data-autofocus
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
