"use client";
import { Button, Code, CopyButton, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconCheck, IconCopy, IconDownload } from "@tabler/icons-react";
import { Modal } from "@/ui/Modal";

/** New recovery codes, shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = codes.join("\n");
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`Recovery codes for Joinery, ${window.location.host}\nEach works once.\n\n${text}\n`)}`;
  return (
    <Modal opened onClose={onClose} title="Keep your recovery codes" closeOnClickOutside={false}>
      <Stack gap={16}>
        <Text size="sm">
          Each of these codes signs you in once without your passkey or authenticator app. They are not shown again:
          keep them where only you can read them.
        </Text>
        <SimpleGrid component="ul" cols={2} spacing={8} m={0} p={0} style={{ listStyle: "none" }}>
          {codes.map((code) => (
            <li key={code}>
              <Code block ta="center" fz="sm">
                {code}
              </Code>
            </li>
          ))}
        </SimpleGrid>
        <Group gap={8}>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                onClick={copy}
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              >
                {copied ? "Copied" : "Copy"}
              </Button>
            )}
          </CopyButton>
          <Button
            component="a"
            href={file}
            download="joinery-recovery-codes.txt"
            variant="default"
            leftSection={<IconDownload size={16} />}
          >
            Download
          </Button>
          <Button ml="auto" onClick={onClose}>
            I have kept them
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
