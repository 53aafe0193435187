import type { ReactNode } from "react";
import { Alert, Button, Group, type MantineSize, Stack } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { Modal } from "./Modal";

type Props = {
  title: string;
  /** Label of the button that submits. */
  action: string;
  /** Red for what destroys. */
  color?: "red";
  size?: MantineSize | number;
  isFullScreen?: boolean;
  isReady?: boolean;
  isPending?: boolean;
  /** Why it was refused, in words. */
  error?: string;
  /** Beside the buttons, at their left. */
  aside?: ReactNode;
  closeOnClickOutside?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that asks for something: fields, a refusal in words, Cancel and one button that submits. */
export function FormDialog({
  title,
  action,
  color,
  size,
  isFullScreen,
  isReady = true,
  isPending,
  error,
  aside,
  closeOnClickOutside,
  onSubmit,
  onClose,
  children,
}: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={isFullScreen}
      closeOnClickOutside={closeOnClickOutside}
    >
      {/* Fields word their own faults: the browser's bubbles are not the product's words. */}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Enter submits a form whose button is disabled in no browser but while it is loading.
          if (isReady && !isPending) onSubmit();
        }}
      >
        <Stack gap={16}>
          {children}
          {error && (
            <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
              {error}
            </Alert>
          )}
          <Group justify="flex-end" gap={8}>
            {aside}
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            {/* Where no field asks for the focus first, Enter confirms. */}
            <Button
              type="submit"
              color={color}
              data-autofocus={color === "red" || undefined}
              disabled={!isReady}
              loading={isPending}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
