import type { ReactNode } from "react";
import { ActionIcon, Loader, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";

type Props = {
  /** Names whose actions they are: "Actions for Invoices". */
  label: string;
  width?: number;
  isPending?: boolean;
  onExitTransitionEnd?: () => void;
  /** `Menu.Item`s. */
  children: ReactNode;
};

/** What can be done to one thing, behind three dots. */
export function ActionsMenu({ label, width, isPending, onExitTransitionEnd, children }: Props) {
  return (
    <Menu position="bottom-end" width={width} disabled={isPending} onExitTransitionEnd={onExitTransitionEnd}>
      <Menu.Target>
        {/* Not `loading`, which disables the button: the menu that closes could not return the focus to it. */}
        <ActionIcon variant="subtle" color="gray" aria-label={label} aria-busy={isPending}>
          {isPending ? <Loader size={16} color="gray" /> : <IconDots size={16} />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
