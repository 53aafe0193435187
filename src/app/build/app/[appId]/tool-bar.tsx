import type { Ref } from "react";
import Link from "next/link";
import { SegmentedControl, Text } from "@mantine/core";
import { AccountMenu } from "@/features/account/ui/AccountMenu";
import { useRights } from "@/api/use-rights";
import { PeopleHere } from "@/features/collaborators/ui/PeopleHere";
import { PublishButton } from "@/features/runtime/ui/PublishButton";
import { SaveState } from "@/features/tool-editor/ui/SaveState";
import { Logo } from "@/ui/Logo";
import { SidebarToggle } from "@/ui/Sidebar";
import { PaletteButton } from "../../../palette";
import classes from "./editor.module.css";

type Props = {
  appId: string;
  /** The app's name, and behind it the tool's where one of several is edited. */
  names: string[];
  side: "edit" | "preview";
  onSide: (side: "edit" | "preview") => void;
  publishRef: Ref<HTMLButtonElement>;
};

/** The bar of a tool's editor. */
export function ToolBar({ appId, names, side, onSide, publishRef }: Props) {
  const { may } = useRights(appId);
  return (
    <header className={classes.bar}>
      <SidebarToggle />
      <Link href="/home" aria-label="Your apps" className={classes.logo}>
        <Logo size={22} />
      </Link>
      <Text component="h1" fw={600} size="sm" truncate className={classes.name}>
        {names.join(" / ")}
      </Text>
      <SaveState />
      <SegmentedControl
        className={classes.sides}
        aria-label="Show"
        value={side}
        onChange={(value) => onSide(value === "preview" ? "preview" : "edit")}
        data={[
          { value: "edit", label: "Edit" },
          { value: "preview", label: "Preview" },
        ]}
      />
      <div className={classes.actions}>
        <span className={classes.palette}>
          <PaletteButton />
        </span>
        <PeopleHere appId={appId} />
        {may("manager") && <PublishButton appId={appId} buttonRef={publishRef} />}
        <AccountMenu />
      </div>
    </header>
  );
}
