"use client";
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from "react";
import { ActionIcon, Tooltip, UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconLayoutSidebar } from "@tabler/icons-react";
import { Drawer } from "./Modal";
import {
  isSidebarKey,
  desktopQuery,
  sidebarCookieLine,
  sidebarWidth,
  sidebarWidthIcons,
  sidebarWidthMobile,
} from "./sidebar";
import classes from "./Sidebar.module.css";

type SidebarState = { isOpen: boolean; isDesktop: boolean; toggle: () => void; closeSheet: () => void };
const SidebarContext = createContext<SidebarState>({
  isOpen: true,
  isDesktop: true,
  toggle: () => {},
  closeSheet: () => {},
});

/** @param initiallyOpen from the cookie, read on the server, so that the first paint is right */
export function SidebarProvider({ initiallyOpen, children }: { initiallyOpen: boolean; children: ReactNode }) {
  const isDesktop = useMediaQuery(desktopQuery, true);
  const [isOpen, setIsOpen] = useState(initiallyOpen);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const toggle = () => {
    if (!isDesktop) return setIsSheetOpen(!isSheetOpen);
    setIsOpen(!isOpen);
    document.cookie = sidebarCookieLine(!isOpen);
  };
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (!isSidebarKey(event)) return;
    event.preventDefault();
    toggle();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => hear(event);
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <SidebarContext
      value={{ isOpen: isDesktop ? isOpen : isSheetOpen, isDesktop, toggle, closeSheet: () => setIsSheetOpen(false) }}
    >
      {children}
    </SidebarContext>
  );
}

export function SidebarToggle() {
  const { isOpen, toggle } = use(SidebarContext);
  return (
    <Tooltip label="Toggle sidebar (Ctrl+B)">
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label="Toggle sidebar"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <IconLayoutSidebar size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

/** A column on desktop that collapses to icons; a sheet on mobile. */
export function Sidebar({ label, children }: { label: string; children: ReactNode }) {
  const { isOpen, isDesktop, closeSheet } = use(SidebarContext);
  if (!isDesktop)
    return (
      <Drawer
        opened={isOpen}
        onClose={closeSheet}
        size={sidebarWidthMobile}
        title={label}
        transitionProps={{ duration: 150 }}
        padding={8}
      >
        <nav aria-label={label} className={classes.list}>
          {children}
        </nav>
      </Drawer>
    );
  return (
    <nav
      aria-label={label}
      className={classes.column}
      style={{ width: isOpen ? sidebarWidth : sidebarWidthIcons }}
      data-open={isOpen}
    >
      <div className={classes.list}>{children}</div>
    </nav>
  );
}

type ItemProps = {
  icon: ReactNode;
  label: string;
  isActive?: boolean;
  isDisabled?: boolean;
  hint?: string;
  onClick: () => void;
};

export function SidebarItem({ icon, label, isActive = false, isDisabled = false, hint, onClick }: ItemProps) {
  const { isOpen, closeSheet } = use(SidebarContext);
  return (
    <Tooltip label={hint ?? label} position="right" disabled={isOpen && !hint}>
      <UnstyledButton
        className={classes.item}
        aria-current={isActive ? "page" : undefined}
        aria-disabled={isDisabled || undefined}
        aria-label={label}
        data-open={isOpen}
        onClick={() => {
          if (isDisabled) return;
          closeSheet();
          onClick();
        }}
      >
        {icon}
        {isOpen && <span className={classes.label}>{label}</span>}
      </UnstyledButton>
    </Tooltip>
  );
}
