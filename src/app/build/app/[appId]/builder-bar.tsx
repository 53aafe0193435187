import type { ReactNode, Ref } from "react";
import Link from "next/link";
import { SegmentedControl, Skeleton, Text } from "@mantine/core";
import { AccountMenu } from "@/features/account/ui/AccountMenu";
import { useRights } from "@/api/use-rights";
import { PeopleHere } from "@/features/collaborators/ui/PeopleHere";
import { PublishButton } from "@/features/runtime/ui/PublishButton";
import { Logo } from "@/ui/Logo";
import { SidebarToggle } from "@/ui/Sidebar";
import { PaletteButton } from "../../../palette";
import classes from "./editor.module.css";

type Props<Side extends string> = {
  /** Missing while the app is fetched. */
  appId: string | undefined;
  name: string | undefined;
  /** On a phone one of two sides is shown. */
  sides: { value: Side; label: string }[];
  side: Side;
  onSide: (side: Side) => void;
  publishRef: Ref<HTMLButtonElement>;
  beforeSides?: ReactNode;
  behindSides?: ReactNode;
  /** Of this editor alone, beside what every editor has. */
  actions?: ReactNode;
};

/** The bar above an editor: the way home, the app's name, who is here, publishing and the account. */
export function BuilderBar<Side extends string>({
  appId,
  name,
  sides,
  side,
  onSide,
  publishRef,
  beforeSides,
  behindSides,
  actions,
}: Props<Side>) {
  return (
    <header className={classes.bar}>
      <SidebarToggle />
      <Link href="/home" aria-label="Your apps" className={classes.logo}>
        <Logo size={22} />
      </Link>
      {name === undefined ? (
        <Skeleton height={16} width={140} />
      ) : (
        <Text component="h1" fw={600} size="sm" truncate className={classes.name}>
          {name}
        </Text>
      )}
      {beforeSides}
      <SegmentedControl className={classes.sides} aria-label="Show" value={side} onChange={onSide} data={sides} />
      {behindSides}
      <div className={classes.actions}>
        <span className={classes.palette}>
          <PaletteButton />
        </span>
        {actions}
        {appId && <PeopleHere appId={appId} />}
        {appId && <Publish appId={appId} buttonRef={publishRef} />}
        <AccountMenu />
      </div>
    </header>
  );
}

function Publish(props: Parameters<typeof PublishButton>[0]) {
  return useRights(props.appId).may("manager") && <PublishButton {...props} />;
}
